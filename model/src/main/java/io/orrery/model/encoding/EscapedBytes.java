// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;

/// Bytes of any length in a key: 0x00 becomes 0x01 0x01, 0x01 becomes 0x01 0x02, and a 0x00 ends
/// them. As 0x00 stands nowhere else, no encoding is a prefix of another, and so the order also
/// holds when every bit is inverted (with an escape that begins like the end, as in 0x00 0xFF, it
/// would not: "a" and "a\0" at the end of a descending key would change places).
public final class EscapedBytes {
  private static final int ESCAPE = 0x01;

  private EscapedBytes() {}

  public static void write(ByteWriter out, byte[] bytes) {
    write(out, bytes, 0, bytes.length);
  }

  public static void write(ByteWriter out, byte[] bytes, int offset, int length) {
    writeOpen(out, bytes, offset, length);
    out.writeByte(KeyTag.END);
  }

  /// Without the end: the lower bound of everything at or behind these bytes.
  public static void writeOpen(ByteWriter out, byte[] bytes) {
    writeOpen(out, bytes, 0, bytes.length);
  }

  private static void writeOpen(ByteWriter out, byte[] bytes, int offset, int length) {
    int end = offset + length;
    int run = offset;
    for (int i = offset; i < end; i++) {
      if ((bytes[i] & 0xFE) == 0) {
        out.writeBytes(bytes, run, i - run);
        out.writeByte(ESCAPE).writeByte(bytes[i] + 1);
        run = i + 1;
      }
    }
    out.writeBytes(bytes, run, end - run);
  }

  public static byte[] read(ByteReader in) {
    var bytes = new ByteWriter();
    for (int next = in.readByte(); next != KeyTag.END; next = in.readByte()) {
      bytes.writeByte(next == ESCAPE ? readEscaped(in) : next);
    }
    return bytes.toByteArray();
  }

  public static void skip(ByteReader in) {
    int next;
    do {
      next = in.readByte();
    } while (next != KeyTag.END);
  }

  private static int readEscaped(ByteReader in) {
    int escaped = in.readByte();
    if (escaped != 1 && escaped != 2) {
      throw OrreryException.corrupted("an escape in a key is unknown");
    }
    return escaped - 1;
  }
}
