// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.orrery.wire.connection.Refusal;
import java.util.Optional;

/// A door's side of one connection. What it has to remember of its client lies in its fields; as
/// long as messages are handled one after the other, each sees what the one before it has left.
///
/// @param <M> what is sent and received
public interface Conversation<M> {

  /// Handles a message. Called on a virtual thread, so it may block; answers go through the
  /// [Client], by this thread. One message is handled after the other, or several at once if the
  /// limits say so and the client is known ([ConversationLimits#inFlightMax]).
  ///
  /// The thread is interrupted when the client leaves, and when it takes longer than
  /// [io.orrery.wire.connection.Patience#request]. What this throws is logged as a bug, and ends
  /// the connection.
  void receive(M message);

  /// The answer to a message, if it can be had without waiting for anything: no disk, no lock that
  /// is held for long, no other machine. Asked on the event loop while no message of the connection
  /// is handled; if this is empty, [#receive] gets the message, as if nobody had asked before.
  default Optional<M> answerAtOnce(M message) {
    return Optional.empty();
  }

  /// What the client is told before the connection ends for this reason; empty says nothing. Called
  /// on an event loop: it must be quick and must not block.
  default Optional<M> refuse(Refusal refusal) {
    return Optional.empty();
  }

  /// The connection is closed, and messages may still be handled: what others do for them is to be
  /// given up. Called once, on an event loop.
  default void left() {}

  /// The connection is closed and no message is being handled any more. Called once, on an event
  /// loop.
  default void ended() {}
}
