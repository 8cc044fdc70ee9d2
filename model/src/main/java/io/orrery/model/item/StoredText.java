// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;

/// Writes texts and names: finds out in one pass over the characters whether JSON would need
/// escapes and how many bytes there will be, and encodes them in a second.
final class StoredText {
  /// Whether a character can stand in a JSON string as it is, for ASCII.
  private static final boolean[] PLAIN = plainCharacters();

  private final ByteWriter out;
  private char[] scratch = new char[64];

  StoredText(ByteWriter out) {
    this.out = out;
  }

  static boolean isPlainAscii(int character) {
    return PLAIN[character];
  }

  void writeName(String name) {
    int count = copy(name);
    if (isPlainAscii(scratch, 0, count)) {
      out.writeVarint((long) count << 1);
      writeAscii(scratch, 0, count);
    } else {
      int length = GeneralisedUtf8.length(scratch, 0, count);
      boolean plain = isPlain(scratch, 0, count);
      out.writeVarint(((long) length << 1) | (plain ? 0 : 1));
      writeUtf8(scratch, 0, count, length);
    }
  }

  void writeText(String text) {
    // First, because it may take a larger array.
    int count = copy(text);
    writeText(scratch, 0, count);
  }

  void writeText(char[] chars, int offset, int count) {
    if (isPlainAscii(chars, offset, count)) {
      out.writeByte(StoredTag.PLAIN_TEXT).writeVarint(count);
      writeAscii(chars, offset, count);
    } else {
      int length = GeneralisedUtf8.length(chars, offset, count);
      boolean plain = isPlain(chars, offset, count);
      out.writeByte(plain ? StoredTag.PLAIN_TEXT : StoredTag.ESCAPED_TEXT).writeVarint(length);
      writeUtf8(chars, offset, count, length);
    }
  }

  private int copy(String text) {
    int count = text.length();
    if (count > scratch.length) {
      scratch = new char[Math.max(count, scratch.length * 2)];
    }
    text.getChars(0, count, scratch, 0);
    return count;
  }

  private void writeAscii(char[] chars, int offset, int count) {
    byte[] target = out.reserve(count);
    int at = out.size();
    for (int i = 0; i < count; i++) {
      target[at + i] = (byte) chars[offset + i];
    }
    out.advance(count);
  }

  private void writeUtf8(char[] chars, int offset, int count, int length) {
    byte[] target = out.reserve(length);
    GeneralisedUtf8.encode(chars, offset, count, target, out.size());
    out.advance(length);
  }

  /// By far the most texts and names are all of this kind.
  private static boolean isPlainAscii(char[] chars, int offset, int count) {
    for (int i = offset; i < offset + count; i++) {
      if (chars[i] >= 0x80 || !PLAIN[chars[i]]) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPlain(char[] chars, int offset, int count) {
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = chars[i];
      if (c < 0x80) {
        if (!PLAIN[c]) {
          return false;
        }
      } else if (Character.isSurrogate(c)) {
        if (i + 1 == end || !Character.isSurrogatePair(c, chars[i + 1])) {
          return false;
        }
        i++;
      }
    }
    return true;
  }

  private static boolean[] plainCharacters() {
    boolean[] plain = new boolean[0x80];
    for (int c = 0x20; c < plain.length; c++) {
      plain[c] = c != '"' && c != '\\';
    }
    return plain;
  }
}
