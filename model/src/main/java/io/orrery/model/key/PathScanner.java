// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.key;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Locale;

/// Reads the segments of a path such as `/a/"Department name"/?`, one slash and one segment at a
/// time, and writes them back.
///
/// A segment is quoted, with the escapes of JSON, or bare: then it has none of the characters that
/// mean something in a path.
final class PathScanner {
  /// Cosmos publishes no number; property names are short, and a policy holds many paths.
  static final int MAX_CHARACTERS = 1024;

  /// Items nest no deeper than this by default.
  static final int MAX_SEGMENTS = 128;

  private static final String BARE_STOPS = "/\"'\\*?[]";

  private final String text;
  private int position;

  PathScanner(String text) {
    this.text = text;
    if (text.isEmpty()) {
      throw refuse("it is empty");
    }
    if (text.length() > MAX_CHARACTERS) {
      throw refuse("it has " + text.length() + " characters, at most " + MAX_CHARACTERS + " fit");
    }
    if (text.charAt(0) != '/') {
      throw refuse("it does not start with a slash");
    }
    for (int i = 0; i < text.length(); i++) {
      requirePaired(text, i);
    }
  }

  boolean atEnd() {
    return position == text.length();
  }

  /// Moves over the slash that precedes each segment.
  void slash() {
    if (text.charAt(position) != '/') {
      throw refuse("a slash is missing at character " + (position + 1));
    }
    position++;
    if (atEnd()) {
      throw refuse("it ends with a slash");
    }
  }

  /// Moves over `token` if a whole segment consists of it.
  boolean take(String token) {
    int end = position + token.length();
    boolean found =
        text.startsWith(token, position) && (end == text.length() || text.charAt(end) == '/');
    if (found) {
      position = end;
    }
    return found;
  }

  String name() {
    char first = text.charAt(position);
    return first == '"' || first == '\'' ? quoted(first) : bare();
  }

  private String bare() {
    int start = position;
    while (!atEnd() && isBare(text.charAt(position))) {
      position++;
    }
    if (!atEnd() && text.charAt(position) != '/') {
      char stop = text.charAt(position);
      String what =
          "*?[]".indexOf(stop) >= 0
              ? "the wildcard '" + stop + "' is not allowed there"
              : "a name with the character " + describe(stop) + " must be quoted";
      throw refuse(what + " (character " + (position + 1) + ")");
    }
    if (position == start) {
      throw refuse("a segment is empty (character " + (position + 1) + ")");
    }
    return text.substring(start, position);
  }

  private String quoted(char quote) {
    int start = position++;
    StringBuilder name = new StringBuilder();
    while (!atEnd()) {
      char next = text.charAt(position++);
      if (next == quote) {
        if (name.isEmpty()) {
          throw refuse("a quoted name is empty (character " + (start + 1) + ")");
        }
        requirePaired(name);
        return name.toString();
      }
      name.append(next == '\\' ? escape() : next);
    }
    throw refuse("the quote at character " + (start + 1) + " is not closed");
  }

  private char escape() {
    if (atEnd()) {
      throw refuse("it ends inside an escape");
    }
    char next = text.charAt(position++);
    return switch (next) {
      case '"', '\'', '\\', '/' -> next;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> codeUnit();
      default -> throw refuse("the escape \\" + next + " is unknown (character " + position + ")");
    };
  }

  private char codeUnit() {
    int value = 0;
    for (int i = 0; i < 4; i++) {
      // Only ASCII digits: Character.digit would also take the digits of other scripts.
      int digit =
          atEnd() || text.charAt(position) > 'f' ? -1 : Character.digit(text.charAt(position), 16);
      if (digit < 0) {
        throw refuse("\\u needs four hex digits (character " + (position + 1) + ")");
      }
      value = value << 4 | digit;
      position++;
    }
    return (char) value;
  }

  OrreryException refuse(String reason) {
    String shown = text.length() <= 80 ? text : text.substring(0, 80) + "…";
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT, "The path '" + shown + "' is not valid: " + reason + ".");
  }

  private void requirePaired(CharSequence characters) {
    for (int i = 0; i < characters.length(); i++) {
      requirePaired(characters, i);
    }
  }

  /// Half a surrogate pair has no UTF-8 form, so no stored name could ever be equal to it.
  private void requirePaired(CharSequence characters, int index) {
    char unit = characters.charAt(index);
    boolean paired =
        Character.isHighSurrogate(unit)
            ? index + 1 < characters.length()
                && Character.isLowSurrogate(characters.charAt(index + 1))
            : !Character.isLowSurrogate(unit)
                || (index > 0 && Character.isHighSurrogate(characters.charAt(index - 1)));
    if (!paired) {
      throw refuse("it contains half a surrogate pair");
    }
  }

  /// Checks the canonical text of a path: what is written must be readable again, and quotes and
  /// escapes may have made it longer than what was read.
  static String requireCanonical(StringBuilder text) {
    return new PathScanner(text.toString()).text;
  }

  /// Appends a slash and the name, quoted only if it must be.
  static void append(StringBuilder out, String name) {
    out.append('/');
    if (name.chars().allMatch(unit -> isBare((char) unit) && unit != ' ')) {
      out.append(name);
      return;
    }
    out.append('"');
    for (int i = 0; i < name.length(); i++) {
      char next = name.charAt(i);
      if (next == '"' || next == '\\') {
        out.append('\\').append(next);
      } else if (next < ' ') {
        out.append(String.format(Locale.ROOT, "\\u%04x", (int) next));
      } else {
        out.append(next);
      }
    }
    out.append('"');
  }

  private static boolean isBare(char unit) {
    return unit >= ' ' && BARE_STOPS.indexOf(unit) < 0;
  }

  private static String describe(char unit) {
    return unit < ' ' ? String.format(Locale.ROOT, "U+%04X", (int) unit) : "'" + unit + "'";
  }
}
