// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import java.nio.ByteBuffer;

/// What goes over a WebSocket, put together from all its fragments.
public sealed interface WebSocketMessage {
  record Text(String text) implements WebSocketMessage {}

  record Binary(ByteBuffer bytes) implements WebSocketMessage {}
}
