// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.orrery.wire.framed.MalformedFrameException;
import java.nio.ByteBuffer;
import java.util.OptionalInt;

/// The head of a frame from a client (RFC 6455, 5.2): two bytes, the rest of the length, the mask.
///
/// @param last whether the message ends here
/// @param bytes of the head
record FrameHead(boolean last, Opcode opcode, int bytes) {
  private static final int LAST = 0x80;
  private static final int RESERVED = 0x70;
  private static final int MASKED = 0x80;
  private static final int MASK_BYTES = 4;
  private static final int LENGTH_16 = 126;
  private static final int LENGTH_64 = 127;
  private static final int CONTROL_BYTES_MAX = 125;

  /// What a frame is.
  enum Opcode {
    CONTINUATION(0),
    TEXT(1),
    BINARY(2),
    CLOSE(8),
    PING(9),
    PONG(10);

    private final int code;

    Opcode(int code) {
      this.code = code;
    }

    boolean isControl() {
      return code >= CLOSE.code;
    }

    private static Opcode of(int code) {
      for (Opcode each : values()) {
        if (each.code == code) {
          return each;
        }
      }
      throw new MalformedFrameException("There is no frame with the opcode " + code + ".");
    }
  }

  /// Of the whole frame; see [io.orrery.wire.framed.Framing#length].
  static OptionalInt frameLength(ByteBuffer arrived) {
    if (arrived.remaining() < 2) {
      return OptionalInt.empty();
    }
    FrameHead head = parse(arrived);
    int at = arrived.position() + 2;
    int shortLength = arrived.get(at - 1) & 0x7f;
    if (arrived.remaining() < head.bytes - MASK_BYTES) {
      return OptionalInt.empty();
    }
    long length =
        switch (shortLength) {
          case LENGTH_16 -> Short.toUnsignedInt(arrived.getShort(at));
          case LENGTH_64 -> arrived.getLong(at);
          default -> shortLength;
        };
    if (length < 0) {
      throw new MalformedFrameException("The length of a frame is negative.");
    }
    return OptionalInt.of((int) Math.min(head.bytes + length, Integer.MAX_VALUE));
  }

  /// @param frame two bytes of it at least
  static FrameHead parse(ByteBuffer frame) {
    int first = frame.get(frame.position());
    int second = frame.get(frame.position() + 1);
    if ((first & RESERVED) != 0) {
      throw new MalformedFrameException("No extension was agreed on, but a frame uses one.");
    }
    if ((second & MASKED) == 0) {
      throw new MalformedFrameException("The frames of a client must be masked.");
    }
    boolean last = (first & LAST) != 0;
    Opcode opcode = Opcode.of(first & 0x0f);
    int length = second & 0x7f;
    if (opcode.isControl() && (!last || length > CONTROL_BYTES_MAX)) {
      throw new MalformedFrameException("A control frame must be short and in one piece.");
    }
    int lengthBytes =
        switch (length) {
          case LENGTH_16 -> 2;
          case LENGTH_64 -> 8;
          default -> 0;
        };
    return new FrameHead(last, opcode, 2 + lengthBytes + MASK_BYTES);
  }

  /// The payload of a whole frame, unmasked where it is.
  ByteBuffer payload(byte[] frame) {
    int mask = bytes - MASK_BYTES;
    for (int i = bytes; i < frame.length; i++) {
      frame[i] ^= frame[mask + ((i - bytes) & 3)];
    }
    return ByteBuffer.wrap(frame, bytes, frame.length - bytes).slice();
  }

  /// A frame of ours, which is a whole message and not masked.
  static ByteBuf encode(Opcode opcode, ByteBuffer payload) {
    int length = payload.remaining();
    ByteBuffer head = ByteBuffer.allocate(10).put((byte) (LAST | opcode.code));
    if (length < LENGTH_16) {
      head.put((byte) length);
    } else if (length <= 0xffff) {
      head.put((byte) LENGTH_16).putShort((short) length);
    } else {
      head.put((byte) LENGTH_64).putLong(length);
    }
    return Unpooled.wrappedBuffer(head.flip(), payload);
  }
}
