// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

/// What may stand in a header field. Everything else would end the field early, or be mangled on
/// its way.
final class HeaderSyntax {
  private static final char LAST_LATIN_1 = 0xff;
  private static final char DELETE = 0x7f;

  private HeaderSyntax() {}

  static String requireName(String name) {
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c <= ' ' || c >= DELETE || c == ':') {
        throw illegal("name", c);
      }
    }
    if (name.isEmpty()) {
      throw new IllegalArgumentException("The name of a header is empty");
    }
    return name;
  }

  static String requireValue(String value) {
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if ((c < ' ' && c != '\t') || c == DELETE || c > LAST_LATIN_1) {
        throw illegal("value", c);
      }
    }
    return value;
  }

  private static IllegalArgumentException illegal(String part, char c) {
    return new IllegalArgumentException(
        "The %s of a header holds the character U+%04X".formatted(part, (int) c));
  }
}
