// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Regular expressions. MongoDB's dialect is PCRE's; what Java's does not read is refused.
public final class Patterns {
  private static final int PATTERN_LENGTH_MAX = 16_384;

  /// How often one search may look at a character: patterns that try everything would never end.
  private static final int LOOKS_MAX = 5_000_000;

  private Patterns() {}

  public static Pattern compile(String pattern, String options) {
    if (pattern.length() > PATTERN_LENGTH_MAX) {
      throw invalid("pattern is too long");
    }
    int flags = 0;
    for (int i = 0; i < options.length(); i++) {
      flags |=
          switch (options.charAt(i)) {
            case 'i' -> Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE;
            case 'm' -> Pattern.MULTILINE;
            case 's' -> Pattern.DOTALL;
            case 'x' -> Pattern.COMMENTS;
            case 'u' -> 0;
            default ->
                throw new MongoFailure(
                    MongoError.BAD_REGEX_OPTIONS,
                    "invalid flag in regex options: " + options.charAt(i));
          };
    }
    try {
      return Pattern.compile(pattern, flags);
    } catch (PatternSyntaxException | StackOverflowError e) {
      throw invalid(String.valueOf(e.getMessage()));
    }
  }

  private static MongoFailure invalid(String why) {
    return new MongoFailure(
        MongoError.BAD_REGEX, "Regular expression is invalid: %s".formatted(why));
  }

  public static boolean finds(Pattern pattern, String text) {
    try {
      return matcher(pattern, text).find();
    } catch (StackOverflowError e) {
      throw new MongoFailure(
          MongoError.BAD_REGEX, "Regular expression is too complex for a text it was tried on");
    }
  }

  /// A search of a text that does not take for ever.
  static Matcher matcher(Pattern pattern, String text) {
    return pattern.matcher(new Watched(text, 0, text.length(), new int[1]));
  }

  /// A text that counts who looks at it.
  private record Watched(String text, int from, int to, int[] looks) implements CharSequence {
    @Override
    public int length() {
      return to - from;
    }

    @Override
    public char charAt(int index) {
      if (looks[0]++ > LOOKS_MAX) {
        throw new MongoFailure(
            MongoError.BAD_REGEX, "Regular expression takes too long on a text it was tried on");
      }
      return text.charAt(from + index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new Watched(text, from + start, from + end, looks);
    }

    @Override
    public String toString() {
      return text.substring(from, to);
    }
  }
}
