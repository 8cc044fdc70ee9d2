// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/// Checks bytes for being generalised UTF-8, eight at a time while they are ASCII.
final class Utf8Check {
  /// Not a position: the bytes are not well-formed.
  static final int INVALID = -1;

  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);
  private static final long NOT_ASCII = 0x8080_8080_8080_8080L;

  private Utf8Check() {}

  /// The position of the first byte that is not ASCII, or `end`.
  static int endOfAscii(byte[] bytes, int offset, int end) {
    int at = offset;
    while (at <= end - Long.BYTES && ((long) LONG.get(bytes, at) & NOT_ASCII) == 0) {
      at += Long.BYTES;
    }
    while (at < end && bytes[at] >= 0) {
      at++;
    }
    return at;
  }

  /// The position of the first unpaired surrogate, `end` when there is none, [#INVALID] when the
  /// bytes are not well-formed anywhere.
  static int firstSurrogate(byte[] bytes, int offset, int end) {
    int first = end;
    int highSurrogateEnd = INVALID;
    int at = endOfAscii(bytes, offset, end);
    while (at < end) {
      int length = sequenceLength(bytes, at, end);
      if (length == INVALID) {
        return INVALID;
      }
      if (isSurrogate(bytes, at, end)) {
        boolean low = (bytes[at + 1] & 0xFF) >= 0xB0;
        if (low && highSurrogateEnd == at) {
          return INVALID; // a pair must be one sequence of four bytes
        }
        highSurrogateEnd = low ? INVALID : at + length;
        first = Math.min(first, at);
      }
      at = endOfAscii(bytes, at + length, end);
    }
    return first;
  }

  static boolean isSurrogate(byte[] bytes, int at, int end) {
    return bytes[at] == (byte) 0xED && at + 2 < end && (bytes[at + 1] & 0xFF) >= 0xA0;
  }

  /// The length of the multi-byte sequence at a position, [#INVALID] when it is none.
  private static int sequenceLength(byte[] bytes, int at, int end) {
    int lead = bytes[at] & 0xFF;
    int length = lead < 0xC2 || lead > 0xF4 ? INVALID : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (length == INVALID || length > end - at) {
      return INVALID;
    }
    for (int i = 1; i < length; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return INVALID;
      }
    }
    int second = bytes[at + 1] & 0xFF;
    boolean overlong = (lead == 0xE0 && second < 0xA0) || (lead == 0xF0 && second < 0x90);
    boolean tooHigh = lead == 0xF4 && second > 0x8F;
    return overlong || tooHigh ? INVALID : length;
  }
}
