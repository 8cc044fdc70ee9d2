// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import java.util.Locale;
import java.util.Set;

/// Cuts the text of a query into tokens, one at a time.
final class Lexer {
  /// Words that are no names, in any case.
  private static final Set<String> RESERVED =
      Set.of(
          "AND",
          "ARRAY",
          "AS",
          "ASC",
          "BETWEEN",
          "BY",
          "DESC",
          "DISTINCT",
          "ESCAPE",
          "EXISTS",
          "FROM",
          "GROUP",
          "IN",
          "JOIN",
          "LIKE",
          "LIMIT",
          "NOT",
          "OFFSET",
          "OR",
          "ORDER",
          "SELECT",
          "TOP",
          "VALUE",
          "WHERE");

  private static final int RESERVED_LENGTH_MAX = 8;

  /// The literals that are words are lower case only; `TRUE` is a name.
  private static final Set<String> WORDS = Set.of("true", "false", "null", "undefined");

  /// Longest first: the first that fits is taken.
  private static final String[] SIGNS = {
    ">>>", "<<", ">>", "<=", ">=", "<>", "!=", "||", "??", "<", ">", "=", "+", "-", "*", "/", "%",
    "&", "|", "^", "~", "?", ":", ",", ".", "(", ")", "[", "]", "{", "}"
  };

  private final String text;
  private int at;

  Lexer(String text) {
    this.text = text;
  }

  Token next() {
    skipBlanks();
    int start = at;
    if (start == text.length()) {
      return new Token(Token.Kind.END, "", start, start);
    }
    char first = text.charAt(start);
    if (isNameStart(first)) {
      return word();
    }
    if (isDigit(start) || (first == '.' && isDigit(start + 1))) {
      return number();
    }
    if (first == '"' || first == '\'') {
      return quoted(first);
    }
    if (first == '@') {
      return parameter();
    }
    return sign();
  }

  private void skipBlanks() {
    while (at < text.length()) {
      if (isBlank(text.charAt(at))) {
        at++;
      } else if (text.startsWith("--", at)) {
        int lineEnd = text.indexOf('\n', at);
        at = lineEnd < 0 ? text.length() : lineEnd;
      } else {
        return;
      }
    }
  }

  private Token word() {
    int start = at;
    skipName();
    String word = text.substring(start, at);
    if (word.length() <= RESERVED_LENGTH_MAX) {
      String upper = word.toUpperCase(Locale.ROOT);
      if (RESERVED.contains(upper)) {
        return new Token(Token.Kind.KEYWORD, upper, start, at);
      }
    }
    return new Token(WORDS.contains(word) ? Token.Kind.KEYWORD : Token.Kind.NAME, word, start, at);
  }

  private Token parameter() {
    int start = at++;
    skipName();
    if (at == start + 1) {
      throw invalid("SC1001", "incorrect syntax near", start);
    }
    return new Token(Token.Kind.PARAMETER, text.substring(start, at), start, at);
  }

  private void skipName() {
    while (at < text.length() && isNamePart(text.charAt(at))) {
      at++;
    }
  }

  private Token number() {
    int start = at;
    if (isHexadecimal()) {
      at += 2;
      while (isHexDigit(at)) {
        at++;
      }
    } else {
      skipDecimal();
    }
    if (at < text.length() && isNamePart(text.charAt(at))) {
      skipName();
      throw invalid("SC1011", "invalid numeric value token", start);
    }
    return new Token(Token.Kind.NUMBER, text.substring(start, at), start, at);
  }

  /// `0x` and at least one digit.
  private boolean isHexadecimal() {
    return text.regionMatches(true, at, "0x", 0, 2) && isHexDigit(at + 2);
  }

  private boolean isHexDigit(int index) {
    return index < text.length()
        && text.charAt(index) < 128
        && Character.digit(text.charAt(index), 16) >= 0;
  }

  private void skipDecimal() {
    skipDigits();
    if (at < text.length() && text.charAt(at) == '.') {
      at++;
      skipDigits();
    }
    skipExponent();
  }

  private void skipExponent() {
    if (at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
      boolean signed =
          at + 1 < text.length() && (text.charAt(at + 1) == '-' || text.charAt(at + 1) == '+');
      int digits = at + (signed ? 2 : 1);
      if (isDigit(digits)) {
        at = digits;
        skipDigits();
      }
    }
  }

  private void skipDigits() {
    while (isDigit(at)) {
      at++;
    }
  }

  private Token quoted(char quote) {
    int start = at++;
    StringBuilder value = new StringBuilder();
    while (at < text.length()) {
      char next = text.charAt(at);
      if (next == quote) {
        at++;
        return new Token(Token.Kind.TEXT, value.toString(), start, at);
      }
      if (next == '\\') {
        value.append(escaped(start));
      } else {
        value.append(next);
        at++;
      }
    }
    throw invalidText(start);
  }

  private char escaped(int start) {
    if (at + 1 == text.length()) {
      throw invalidText(start);
    }
    char letter = text.charAt(at + 1);
    at += 2;
    return switch (letter) {
      case '"', '\'', '\\', '/' -> letter;
      case 'b' -> '\b';
      case 'f' -> '\f';
      case 'n' -> '\n';
      case 'r' -> '\r';
      case 't' -> '\t';
      case 'u' -> unit(start);
      default -> throw invalidText(start);
    };
  }

  private char unit(int start) {
    int unit = 0;
    for (int i = 0; i < 4; i++) {
      int digit = at < text.length() ? Character.digit(text.charAt(at), 16) : -1;
      if (digit < 0) {
        throw invalidText(start);
      }
      unit = unit << 4 | digit;
      at++;
    }
    return (char) unit;
  }

  private Token sign() {
    for (String sign : SIGNS) {
      if (text.startsWith(sign, at)) {
        int start = at;
        at += sign.length();
        return new Token(Token.Kind.SIGN, sign, start, at);
      }
    }
    int start = at;
    at += Character.charCount(text.codePointAt(at));
    throw invalid("SC1001", "incorrect syntax near", start);
  }

  private QueryException invalidText(int start) {
    return invalid("SC1012", "invalid string literal token", start);
  }

  /// The error of the text from `start` up to here.
  private QueryException invalid(String code, String what, int start) {
    String message = "Syntax error, " + what + " '" + text.substring(start, at) + "'.";
    return new QueryException(new QueryError(code, message, start, at));
  }

  private boolean isDigit(int index) {
    return index < text.length() && text.charAt(index) >= '0' && text.charAt(index) <= '9';
  }

  private static boolean isBlank(char unit) {
    return Character.isWhitespace(unit) || unit == '\u00A0' || unit == '\uFEFF';
  }

  private static boolean isNameStart(char unit) {
    return unit < 128
        ? (unit >= 'a' && unit <= 'z') || (unit >= 'A' && unit <= 'Z') || unit == '_'
        : Character.isLetter(unit);
  }

  private static boolean isNamePart(char unit) {
    return isNameStart(unit)
        || (unit >= '0' && unit <= '9')
        || (unit >= 128 && Character.isUnicodeIdentifierPart(unit));
  }
}
