// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.netty.buffer.ByteBuf;
import io.orrery.wire.connection.Refusal;
import java.util.Optional;

/// How a protocol writes messages. Called by any thread.
public interface MessageForm<M> {

  ByteBuf encode(M message);

  /// What the protocol itself has to say at the end of a connection; empty if nothing.
  ///
  /// @param reason empty if nothing is wrong
  ByteBuf farewell(Optional<Refusal> reason);
}
