// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.protocol;

/// Text inside XML.
public final class XmlText {
  private XmlText() {}

  public static String escape(String text) {
    StringBuilder out = new StringBuilder(text.length() + 16);
    for (int i = 0; i < text.length(); i++) {
      char next = text.charAt(i);
      switch (next) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        default -> out.append(isAllowed(next) ? next : '\uFFFD');
      }
    }
    return out.toString();
  }

  /// XML has no place for most control characters, however they are written.
  private static boolean isAllowed(char unit) {
    return (unit >= ' ' && unit < '\uFFFE') || unit == '\n' || unit == '\t' || unit == '\r';
  }
}
