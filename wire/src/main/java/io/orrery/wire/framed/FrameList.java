// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import io.orrery.wire.connection.Intake;
import java.util.ArrayList;
import java.util.List;

/// The frames of a message that is not finished. Belongs to an event loop.
public final class FrameList {
  /// Clients cut messages into pieces of many kilobytes. Pieces of nothing would be free for them,
  /// but not for us.
  private static final int FRAMES_MAX = 1_024;

  private final List<Intake> frames = new ArrayList<>(0);
  private int bytes;

  /// Keeps a frame, whose message goes on.
  ///
  /// @throws MalformedFrameException if there are too many
  public void add(Intake frame) {
    frames.add(frame);
    bytes += frame.size();
    if (frames.size() > FRAMES_MAX) {
      throw new MalformedFrameException("The message has too many parts.");
    }
  }

  public boolean isEmpty() {
    return frames.isEmpty();
  }

  public int bytes() {
    return bytes;
  }

  /// In their order.
  public List<byte[]> contents() {
    return frames.stream().map(Intake::content).toList();
  }

  /// Forgets them. Gives what has to run when they are not needed any more.
  public Runnable handOver() {
    List<Intake> held = List.copyOf(frames);
    frames.clear();
    bytes = 0;
    return () -> held.forEach(Intake::discard);
  }
}
