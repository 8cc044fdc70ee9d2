// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalInt;

/// Where frames end. It keeps nothing: one serves all connections. Called on event loops.
@FunctionalInterface
public interface Framing {
  /// How many bytes must be enough to tell how long a frame is.
  int LOOK_AHEAD_BYTES_MAX = 16 * 1024;

  /// How long the frame is that begins here, in bytes, with all that belongs to it; empty if more
  /// has to arrive to tell.
  ///
  /// @param arrived from its position on, at least one byte; it may end within the frame or hold
  ///   more than that
  /// @throws MalformedFrameException if no frame begins like this; the connection ends
  OptionalInt length(ByteBuffer arrived);

  /// Whether these frames are a whole message. Those of an unfinished one are kept, within the
  /// budgets, and come to the door together.
  ///
  /// @param frames one after the other, all since the last message
  /// @throws MalformedFrameException if they cannot be
  default boolean isMessage(List<ByteBuffer> frames) {
    return true;
  }
}
