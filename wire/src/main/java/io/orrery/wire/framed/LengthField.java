// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.framed;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.OptionalInt;

/// Frames with a header of fixed length that has the length of the frame as an int32.
///
/// MongoDB: `new LengthField(16, 0, LITTLE_ENDIAN, WHOLE_FRAME)`. CQL up to version 4: `new
/// LengthField(9, 5, BIG_ENDIAN, WITHOUT_HEADER)`.
///
/// @param headerBytes of the header
/// @param offset of the length in the header
public record LengthField(int headerBytes, int offset, ByteOrder order, Measure measure)
    implements Framing {

  /// What the length is that of.
  public enum Measure {
    WHOLE_FRAME,
    WITHOUT_HEADER
  }

  public LengthField {
    if (offset < 0 || headerBytes < offset + Integer.BYTES || headerBytes > LOOK_AHEAD_BYTES_MAX) {
      throw new IllegalArgumentException("The length is not in the header");
    }
  }

  @Override
  public OptionalInt length(ByteBuffer arrived) {
    if (arrived.remaining() < offset + Integer.BYTES) {
      return OptionalInt.empty();
    }
    int bigEndian = arrived.getInt(arrived.position() + offset);
    int field = order == ByteOrder.BIG_ENDIAN ? bigEndian : Integer.reverseBytes(bigEndian);
    long length =
        switch (measure) {
          case WHOLE_FRAME -> field;
          case WITHOUT_HEADER -> field < 0 ? -1 : (long) headerBytes + field;
        };
    if (length < headerBytes) {
      throw new MalformedFrameException("The length of a frame is below that of its header.");
    }
    return OptionalInt.of((int) Math.min(length, Integer.MAX_VALUE));
  }
}
