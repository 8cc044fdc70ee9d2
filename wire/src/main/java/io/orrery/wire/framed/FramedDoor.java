// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;
import java.nio.ByteBuffer;
import java.util.Optional;

/// Answers clients of a framed protocol. A message is a frame from its first byte to its last, or
/// several ([Framing#isMessage]), in an array of its own.
@FunctionalInterface
public interface FramedDoor {

  /// A client has connected. Called on an event loop: it must be quick and must not block.
  Conversation<ByteBuffer> begin(Client<ByteBuffer> client, FramingChoice framing);

  /// What a client is told that is one too many; empty closes without a word. On an event loop.
  default Optional<ByteBuffer> overload() {
    return Optional.empty();
  }

  /// How a door changes the framing of one connection, as CQL does after its greeting.
  interface FramingChoice {
    /// For what comes after the message that is being handled. While more than one is, nobody can
    /// tell which that is: change it before the client is recognised.
    void use(Framing next);
  }
}
