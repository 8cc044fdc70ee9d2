// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.layout;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;

/// Opaque bytes inside a longer key, in an order-preserving and self-delimiting way: a zero byte
/// becomes `00 FF`, the end is `00`. What follows the end must not start with `FF`.
final class Escape {
  private static final int END = 0x00;
  private static final int ESCAPED = 0xFF;

  private Escape() {}

  static void write(ByteWriter out, byte[] bytes) {
    writeOpen(out, bytes);
    out.writeByte(END);
  }

  /// Fails if the bytes would look like the continuation of what they are to follow.
  static void requireFollowing(byte[] bytes) {
    if (bytes.length > 0 && continues(bytes[0])) {
      throw new IllegalArgumentException("a part of a key starts with FF");
    }
  }

  /// Whether a zero in front of this byte is an escaped one, not the end.
  static boolean continues(byte next) {
    return (next & 0xFF) == ESCAPED;
  }

  /// Without the end mark: the lower bound of everything at or behind `bytes`.
  static void writeOpen(ByteWriter out, byte[] bytes) {
    for (byte b : bytes) {
      out.writeByte(b);
      if (b == 0) {
        out.writeByte(ESCAPED);
      }
    }
  }

  /// The position behind the end mark of the escaped bytes that start at `from`.
  static int end(byte[] bytes, int from) {
    for (int i = from; i < bytes.length; i++) {
      if (bytes[i] == END) {
        if (i + 1 < bytes.length && continues(bytes[i + 1])) {
          i++;
        } else {
          return i + 1;
        }
      }
    }
    throw OrreryException.corrupted("a key ends inside one of its parts");
  }

  /// The original of the escaped bytes from `from` to the position that [#end] gave.
  static byte[] read(byte[] bytes, int from, int end) {
    ByteWriter out = new ByteWriter(end - from);
    for (int i = from; i < end - 1; i++) {
      out.writeByte(bytes[i]);
      if (bytes[i] == 0) {
        i++;
      }
    }
    return out.toByteArray();
  }
}
