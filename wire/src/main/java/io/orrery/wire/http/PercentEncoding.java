// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// Percent-encoding, as addresses and headers use it: `+` stands for itself, unlike in forms.
public final class PercentEncoding {
  private static final String HEX = "0123456789ABCDEF";

  private PercentEncoding() {}

  /// Fails with INVALID_ARGUMENT if a percent sign is not followed by two digits, or the bytes are
  /// no UTF-8.
  public static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    // In place, since what is decoded is never longer.
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    int length = 0;
    int all = 0;
    for (int i = 0; i < bytes.length; i++) {
      byte next = bytes[i];
      if (next == '%') {
        next = (byte) (digit(bytes, i + 1, text) << 4 | digit(bytes, i + 2, text));
        i += 2;
      }
      bytes[length++] = next;
      all |= next;
    }
    boolean ascii = all >= 0;
    return ascii
        ? new String(bytes, 0, length, StandardCharsets.US_ASCII)
        : decodeUtf8(ByteBuffer.wrap(bytes, 0, length), text);
  }

  /// The parts of an address between its slashes, decoded. Slashes at the beginning and end, and
  /// doubled ones, do not count. Fails as [#decode].
  public static List<String> segments(String path) {
    List<String> segments = new ArrayList<>();
    for (int start = 0; start < path.length(); start++) {
      int slash = path.indexOf('/', start);
      int end = slash < 0 ? path.length() : slash;
      if (end > start) {
        segments.add(decode(path.substring(start, end)));
      }
      start = end;
    }
    return segments;
  }

  private static String decodeUtf8(ByteBuffer bytes, String text) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "A percent-encoded text is not UTF-8: " + text, e);
    }
  }

  private static int digit(byte[] bytes, int at, String text) {
    int digit = at < bytes.length ? Character.digit(bytes[at], 16) : -1;
    if (digit < 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "A percent sign is not followed by two hexadecimal digits: " + text);
    }
    return digit;
  }

  /// Encodes everything but letters, digits and `-_.~`, as in a part of an address.
  public static String encodeWhole(String text) {
    StringBuilder out = new StringBuilder(text.length() + text.length() / 2);
    for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
      if (isUnreserved(unit)) {
        out.append((char) unit);
      } else {
        out.append('%').append(HEX.charAt(unit >> 4 & 15)).append(HEX.charAt(unit & 15));
      }
    }
    return out.toString();
  }

  private static boolean isUnreserved(byte unit) {
    return (unit >= 'a' && unit <= 'z')
        || (unit >= 'A' && unit <= 'Z')
        || (unit >= '0' && unit <= '9')
        || unit == '-'
        || unit == '_'
        || unit == '.'
        || unit == '~';
  }

  /// Encodes what a header field cannot hold: control and non-ASCII characters, and `%` itself.
  public static String encode(String text) {
    StringBuilder out = new StringBuilder(text.length());
    for (byte unit : text.getBytes(StandardCharsets.UTF_8)) {
      if (unit < ' ' || unit == 0x7F || unit == '%') {
        out.append('%').append(HEX.charAt(unit >> 4 & 15)).append(HEX.charAt(unit & 15));
      } else {
        out.append((char) unit);
      }
    }
    return out.toString();
  }
}
