// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.buffer.ByteBuf;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The body of a request on its way in, or a message of another protocol: grows to at most its
/// limit. Memory follows the bytes that really arrived, never the length a client announces, and
/// only little of it is given before the door knows whose it is.
public final class Intake {
  private static final byte[] EMPTY = {};

  /// What became of a part.
  public enum Taken {
    WHOLLY,
    /// Not at all: the door has to know its sender first.
    NOT_ADMITTED,
    /// Not at all: it would be over its limit.
    TOO_LARGE,
    /// Not at all: too much is held for clients already.
    NO_ROOM
  }

  private final TrafficBudget budget;
  private final int bytesMax;
  private final int expectedBytes;
  private final boolean recognised;
  private final Runnable giveUp;

  private boolean admitted;
  private byte[] content = EMPTY;
  private int size;
  private int smallBytes;
  private TrafficBudget.@Nullable Holding holding;

  /// @param expectedBytes as announced, or the limit
  /// @param recognised whether the connection is that of a client that has authenticated before
  /// @param giveUp ends the request, because it is late and others need the room
  public Intake(
      TrafficBudget budget, int bytesMax, int expectedBytes, boolean recognised, Runnable giveUp) {
    this.budget = budget;
    this.bytesMax = bytesMax;
    this.expectedBytes = expectedBytes;
    this.recognised = recognised;
    this.giveUp = giveUp;
  }

  /// Takes a copy of the bytes, or leaves them where they are.
  public Taken append(ByteBuf part) {
    return append(part, part.readableBytes());
  }

  /// The same for the first so many bytes.
  public Taken append(ByteBuf part, int length) {
    if (length > bytesMax - size) {
      return Taken.TOO_LARGE;
    }
    if (length > content.length - size) {
      // No more than will come, or it would be refused for want of room that it does not need.
      int roomy = Math.min(2 * size, admitted ? expectedBytes : TrafficBudget.SMALL_BYTES);
      int grown = Math.max(size + length, roomy);
      Taken room = grown <= TrafficBudget.SMALL_BYTES ? growSmall(grown) : growLarge(grown);
      if (room != Taken.WHOLLY) {
        return room;
      }
      content = Arrays.copyOf(content, grown);
    }
    part.readBytes(content, size, length);
    size += length;
    return Taken.WHOLLY;
  }

  private Taken growSmall(int grown) {
    int more = grown - content.length;
    boolean trusted = admitted || recognised;
    if (!(trusted ? budget.take(more) : budget.takeUnadmitted(more))) {
      return trusted ? Taken.NO_ROOM : Taken.NOT_ADMITTED;
    }
    smallBytes += more;
    return Taken.WHOLLY;
  }

  private Taken growLarge(int grown) {
    if (!admitted) {
      return Taken.NOT_ADMITTED;
    }
    if (holding != null) {
      return holding.grow(grown - content.length) ? Taken.WHOLLY : Taken.NO_ROOM;
    }
    TrafficBudget.Holding room = budget.hold(TrafficBudget.Kind.BODY, grown);
    if (room == null) {
      return Taken.NO_ROOM;
    }
    room.awaitClient(giveUp);
    holding = room;
    giveBackSmall();
    return Taken.WHOLLY;
  }

  private void giveBackSmall() {
    if (smallBytes == 0) {
      return;
    }
    if (admitted || recognised) {
      budget.giveBack(smallBytes);
    } else {
      budget.giveBackUnadmitted(smallBytes);
    }
    smallBytes = 0;
  }

  /// The door knows who sends this.
  public void admit() {
    if (!admitted && !recognised) {
      budget.admitted(smallBytes);
    }
    admitted = true;
  }

  /// All of it is there.
  public void arrived() {
    if (holding != null) {
      holding.clientDone();
    }
  }

  public int size() {
    return size;
  }

  public byte[] content() {
    return size == content.length ? content : Arrays.copyOf(content, size);
  }

  /// Its room for the answer; null if that is no match. The answer to a large write is about as
  /// large: so it is not refused after it has been done.
  public TrafficBudget.@Nullable Holding roomForAnswer(int bytes) {
    TrafficBudget.Holding room = holding;
    if (room == null || !room.becomeAnswer(bytes)) {
      return null;
    }
    holding = null;
    return room;
  }

  /// Nobody will look at it again.
  public void discard() {
    giveBackSmall();
    if (holding != null) {
      holding.release();
    }
    content = EMPTY;
    size = 0;
  }
}
