// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import java.util.regex.PatternSyntaxException;

/// Rewrites a Perl-compatible regular expression, which is what Cosmos DB documents, as Java wants
/// it. Most is the same; here is the rest:
///
/// In a class in brackets, Perl knows neither unions nor intersections, so `[` and `&` stand for
/// themselves, as does a `]` in front; `[:alpha:]` names a set; white space counts even where the
/// rest of the pattern may be spaced out. A brace that begins no repetition stands for itself.
/// Named groups may be written `(?P<name>…)`. What Java cannot do at all is refused by name.
final class PerlPattern {
  private static final List<String> UNSUPPORTED =
      List.of("(?R", "(?&", "(?P>", "(?(", "(?|", "(?C", "(?+", "(?'", "(?U", "(*");

  private static final String UNSUPPORTED_ESCAPES = "CKNgo";
  private static final String BRACED_ESCAPES = "xpPk";

  /// As in Perl-compatible libraries.
  private static final int GROUP_DEPTH_MAX = 250;

  private final String source;
  private final StringBuilder target;
  private int at;
  private int depth;

  private PerlPattern(String source) {
    this.source = source;
    this.target = new StringBuilder(source.length() + 16);
  }

  /// @throws PatternSyntaxException if the pattern cannot be one
  static String toJava(String pattern) {
    PerlPattern rewriting = new PerlPattern(pattern);
    while (rewriting.at < pattern.length()) {
      rewriting.next();
    }
    return rewriting.target.toString();
  }

  private void next() {
    switch (source.charAt(at)) {
      case '\\' -> escape();
      case '[' -> bracketClass();
      case '(' -> group();
      case ')' -> {
        depth--;
        copy(1);
      }
      case '{' -> {
        target.append(isRepetition() ? "{" : "\\{");
        at++;
      }
      default -> copy(1);
    }
  }

  private void copy(int length) {
    int end = Math.min(at + length, source.length());
    target.append(source, at, end);
    at = end;
  }

  private void escape() {
    if (source.startsWith("\\Q", at)) {
      int end = source.indexOf("\\E", at);
      copy(end < 0 ? source.length() : end + 2 - at);
      return;
    }
    char letter = at + 1 < source.length() ? source.charAt(at + 1) : ' ';
    if (UNSUPPORTED_ESCAPES.indexOf(letter) >= 0) {
      throw unsupported("\\" + letter);
    }
    // \x{263a}, \p{Lu} and \k{name} take their braces along.
    boolean braced = BRACED_ESCAPES.indexOf(letter) >= 0 && source.startsWith("{", at + 2);
    int end = braced ? source.indexOf('}', at) : -1;
    if (letter == 'k' && end > 0) {
      target.append("\\k<").append(source, at + 3, end).append('>');
      at = end + 1;
    } else {
      copy(end < 0 ? 2 : end + 1 - at);
    }
  }

  private void group() {
    for (String construct : UNSUPPORTED) {
      if (source.startsWith(construct, at)) {
        throw unsupported(construct);
      }
    }
    if (isSubroutine()) {
      throw unsupported(source.substring(at, at + 3));
    }
    if (++depth > GROUP_DEPTH_MAX) {
      throw new PatternSyntaxException("groups are nested too deep", source, at);
    }
    if (source.startsWith("(?P<", at)) {
      target.append("(?<");
      at += 4;
    } else if (source.startsWith("(?P=", at)) {
      int end = source.indexOf(')', at);
      String name = source.substring(at + 4, Math.max(end, at + 4));
      target.append("\\k<").append(name).append('>');
      skipGroup();
    } else if (source.startsWith("(?#", at)) {
      skipGroup();
    } else {
      copy(1);
    }
  }

  /// Past the group's end, which must be there.
  private void skipGroup() {
    int end = source.indexOf(')', at);
    if (end < 0) {
      throw new PatternSyntaxException("a group does not end", source, at);
    }
    at = end + 1;
    depth--;
  }

  /// `(?1)`, `(?-1)`: the pattern of another group once more.
  private boolean isSubroutine() {
    if (!source.startsWith("(?", at)) {
      return false;
    }
    int digit = at + (source.startsWith("(?-", at) ? 3 : 2);
    return digit < source.length() && Character.isDigit(source.charAt(digit));
  }

  /// `{2}`, `{2,}` or `{2,3}`.
  private boolean isRepetition() {
    int end = source.indexOf('}', at);
    if (end < 0) {
      return false;
    }
    int comma = source.indexOf(',', at);
    boolean single = comma < 0 || comma > end;
    return single
        ? isNumber(at + 1, end)
        : isNumber(at + 1, comma) && (comma + 1 == end || isNumber(comma + 1, end));
  }

  private boolean isNumber(int begin, int end) {
    for (int i = begin; i < end; i++) {
      if (source.charAt(i) < '0' || source.charAt(i) > '9') {
        return false;
      }
    }
    return begin < end;
  }

  private void bracketClass() {
    copy(source.startsWith("[^", at) ? 2 : 1);
    if (at < source.length() && source.charAt(at) == ']') {
      target.append("\\]");
      at++;
    }
    while (at < source.length() && source.charAt(at) != ']') {
      classMember();
    }
    copy(1);
  }

  private void classMember() {
    char character = source.charAt(at);
    if (character == '\\') {
      escape();
    } else if (source.startsWith("[:", at) && source.indexOf(":]", at) > 0) {
      int end = source.indexOf(":]", at);
      target.append(namedSet(source.substring(at + 2, end)));
      at = end + 2;
    } else {
      if (character == '[' || character == '&' || character == '#' || isSpace(character)) {
        target.append('\\');
      }
      copy(1);
    }
  }

  private static boolean isSpace(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
  }

  private static String namedSet(String name) {
    boolean negated = name.startsWith("^");
    String set =
        switch (negated ? name.substring(1) : name) {
          case "alnum" -> "p{Alnum}";
          case "alpha" -> "p{Alpha}";
          case "ascii" -> "p{ASCII}";
          case "blank" -> "p{Blank}";
          case "cntrl" -> "p{Cntrl}";
          case "digit" -> "p{Digit}";
          case "graph" -> "p{Graph}";
          case "lower" -> "p{Lower}";
          case "print" -> "p{Print}";
          case "punct" -> "p{Punct}";
          case "space" -> "p{Space}";
          case "upper" -> "p{Upper}";
          case "word" -> "w";
          case "xdigit" -> "p{XDigit}";
          // An error in Java as it is in Perl.
          default -> "p{" + name + "}";
        };
    return negated ? "\\" + Character.toUpperCase(set.charAt(0)) + set.substring(1) : "\\" + set;
  }

  private static OrreryException unsupported(String construct) {
    return new OrreryException(
        ErrorCode.NOT_SUPPORTED,
        "The construct '" + construct + "' is not supported in regular expressions.");
  }
}
