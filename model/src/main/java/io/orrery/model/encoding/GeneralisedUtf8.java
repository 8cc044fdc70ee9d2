// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import java.nio.charset.StandardCharsets;

/// UTF-8 that can also hold an unpaired surrogate, as the three bytes its code point would have
/// ("WTF-8"). JSON and UTF-16 strings may hold such surrogates, and we must give back what we got.
/// Surrogate pairs are always four bytes, so every text has exactly one form, and the order of the
/// bytes is the order of the code points.
public final class GeneralisedUtf8 {
  private GeneralisedUtf8() {}

  public static byte[] encode(String text) {
    char[] chars = text.toCharArray();
    byte[] bytes = new byte[length(chars, 0, chars.length)];
    encode(chars, 0, chars.length, bytes, 0);
    return bytes;
  }

  /// How many bytes the characters take.
  public static int length(char[] chars, int offset, int count) {
    int length = count;
    int end = Math.addExact(offset, count);
    for (int i = offset; i < end; i++) {
      char c = chars[i];
      if (c >= 0x80) {
        // A pair is two characters and four bytes: each half adds one byte to its own.
        boolean half = isPair(chars, i, end) || (i > offset && isPair(chars, i - 1, end));
        length = Math.addExact(length, c < 0x800 || half ? 1 : 2);
      }
    }
    return length;
  }

  /// Puts the bytes of the characters into `target` from `position` on; there must be room.
  ///
  /// @return the position behind them
  public static int encode(char[] chars, int offset, int count, byte[] target, int position) {
    int at = position;
    int end = offset + count;
    for (int i = offset; i < end; i++) {
      char c = chars[i];
      if (c < 0x80) {
        target[at++] = (byte) c;
      } else if (c < 0x800) {
        target[at++] = (byte) (0xC0 | (c >> 6));
        target[at++] = (byte) (0x80 | (c & 0x3F));
      } else if (isPair(chars, i, end)) {
        int codePoint = Character.toCodePoint(c, chars[++i]);
        target[at++] = (byte) (0xF0 | (codePoint >> 18));
        target[at++] = (byte) (0x80 | ((codePoint >> 12) & 0x3F));
        target[at++] = (byte) (0x80 | ((codePoint >> 6) & 0x3F));
        target[at++] = (byte) (0x80 | (codePoint & 0x3F));
      } else {
        target[at++] = (byte) (0xE0 | (c >> 12));
        target[at++] = (byte) (0x80 | ((c >> 6) & 0x3F));
        target[at++] = (byte) (0x80 | (c & 0x3F));
      }
    }
    return at;
  }

  /// The text that the bytes are.
  ///
  /// @throws OrreryException CORRUPTED when the bytes are no generalised UTF-8
  public static String decode(byte[] bytes, int offset, int length) {
    int end = offset + length;
    int ascii = Utf8Check.endOfAscii(bytes, offset, end);
    if (ascii == end) {
      return new String(bytes, offset, length, StandardCharsets.ISO_8859_1);
    }
    int surrogate = Utf8Check.firstSurrogate(bytes, ascii, end);
    if (surrogate == Utf8Check.INVALID) {
      throw OrreryException.corrupted("a text is not valid UTF-8");
    }
    return surrogate == end
        ? new String(bytes, offset, length, StandardCharsets.UTF_8)
        : decodeWithSurrogates(bytes, offset, end);
  }

  /// Whether the bytes are well-formed; unpaired surrogates are.
  public static boolean isValid(byte[] bytes, int offset, int length) {
    return Utf8Check.firstSurrogate(bytes, offset, offset + length) != Utf8Check.INVALID;
  }

  /// Whether the bytes are well-formed in the strict sense, without any surrogate.
  public static boolean isStrictlyValid(byte[] bytes, int offset, int length) {
    return Utf8Check.firstSurrogate(bytes, offset, offset + length) == offset + length;
  }

  private static boolean isPair(char[] chars, int at, int end) {
    return Character.isHighSurrogate(chars[at])
        && at + 1 < end
        && Character.isLowSurrogate(chars[at + 1]);
  }

  private static String decodeWithSurrogates(byte[] bytes, int offset, int end) {
    var text = new StringBuilder(end - offset);
    int run = offset;
    for (int i = offset; i < end; i++) {
      if (Utf8Check.isSurrogate(bytes, i, end)) {
        text.append(new String(bytes, run, i - run, StandardCharsets.UTF_8));
        text.append((char) (0xD000 | ((bytes[i + 1] & 0x3F) << 6) | (bytes[i + 2] & 0x3F)));
        i += 2;
        run = i + 1;
      }
    }
    return text.append(new String(bytes, run, end - run, StandardCharsets.UTF_8)).toString();
  }
}
