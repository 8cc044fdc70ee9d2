// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.protocol;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;

/// Percent-encoding, as addresses and headers use it: `+` stands for itself, unlike in forms.
public final class HeaderText {
  private static final String HEX = "0123456789ABCDEF";

  private HeaderText() {}

  /// Fails with INVALID_ARGUMENT if a percent sign is not followed by two digits, or the bytes are
  /// no UTF-8.
  public static String decode(String text) {
    if (text.indexOf('%') < 0) {
      return text;
    }
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(text.length());
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) != '%') {
        bytes.writeBytes(text.substring(i, i + 1).getBytes(StandardCharsets.UTF_8));
      } else {
        bytes.write(digit(text, i + 1) << 4 | digit(text, i + 2));
        i += 2;
      }
    }
    try {
      return StandardCharsets.UTF_8
          .newDecoder()
          .decode(ByteBuffer.wrap(bytes.toByteArray()))
          .toString();
    } catch (CharacterCodingException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "A percent-encoded text is not UTF-8: " + text, e);
    }
  }

  private static int digit(String text, int at) {
    int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
    if (digit < 0) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "A percent sign is not followed by two hexadecimal digits: " + text);
    }
    return digit;
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
