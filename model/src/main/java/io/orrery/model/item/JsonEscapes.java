// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import java.nio.charset.StandardCharsets;

/// A text as the inside of a JSON string, with the escapes JavaScript's `JSON.stringify` uses: the
/// short ones where they exist, `\u001f` for other control characters, `\ud800` for surrogates
/// without a partner.
final class JsonEscapes {
  private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private JsonEscapes() {}

  static void write(ByteWriter out, byte[] utf8, int offset, int end) {
    int run = offset;
    for (int i = offset; i < end; i++) {
      int b = utf8[i];
      boolean surrogate = b == (byte) 0xED && i + 2 < end && (utf8[i + 1] & 0xFF) >= 0xA0;
      if (surrogate || (b >= 0 && !StoredText.isPlainAscii(b))) {
        out.writeBytes(utf8, run, i - run);
        if (surrogate) {
          writeUnit(out, 0xD000 | ((utf8[++i] & 0x3F) << 6) | (utf8[++i] & 0x3F));
        } else {
          writeEscaped(out, b);
        }
        run = i + 1;
      }
    }
    out.writeBytes(utf8, run, end - run);
  }

  private static void writeEscaped(ByteWriter out, int character) {
    int letter =
        switch (character) {
          case '"', '\\' -> character;
          case '\b' -> 'b';
          case '\t' -> 't';
          case '\n' -> 'n';
          case '\f' -> 'f';
          case '\r' -> 'r';
          default -> 0;
        };
    if (letter == 0) {
      writeUnit(out, character);
    } else {
      out.writeByte('\\').writeByte(letter);
    }
  }

  private static void writeUnit(ByteWriter out, int unit) {
    out.writeByte('\\').writeByte('u');
    for (int shift = 12; shift >= 0; shift -= 4) {
      out.writeByte(HEX[(unit >>> shift) & 0xF]);
    }
  }
}
