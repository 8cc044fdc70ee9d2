// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;

/// Answers clients that speak WebSocket.
@FunctionalInterface
public interface WebSocketDoor {

  /// A client has changed to WebSocket. Called on an event loop: it must be quick and must not
  /// block.
  Conversation<WebSocketMessage> begin(Client<WebSocketMessage> client);
}
