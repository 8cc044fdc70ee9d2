// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/// Compiled regular expressions, safe against those that would search forever.
///
/// Java's engine goes back and tries again as Perl's does, so some patterns take exponential time.
/// It reads the text character by character from us, so we count and stop it; and it descends into
/// itself for some repetitions, so a stack that ends is an answer too.
final class RegularExpression {
  private static final int PATTERN_LENGTH_MAX = 32_768;

  /// Far more than any sensible search reads, and done within about a second.
  private static final long READS_MAX = 20_000_000;

  private static final int CACHED_MAX = 256;

  /// The expressions in use; empty for those that are none. Emptied when full: queries with so many
  /// different patterns gain nothing from it anyway.
  private static final ConcurrentMap<Key, Optional<RegularExpression>> CACHE =
      new ConcurrentHashMap<>();

  private final Pattern pattern;

  private record Key(String pattern, String modifiers) {}

  private RegularExpression(Pattern pattern) {
    this.pattern = pattern;
  }

  /// The expression with its modifiers (`i`, `m`, `s`, `x`); empty if either is invalid.
  static Optional<RegularExpression> find(String pattern, String modifiers) {
    Key key = new Key(pattern, modifiers);
    Optional<RegularExpression> cached = CACHE.get(key);
    if (cached != null) {
      return cached;
    }
    Optional<RegularExpression> compiled = compile(pattern, modifiers);
    if (CACHE.size() >= CACHED_MAX) {
      CACHE.clear();
    }
    CACHE.put(key, compiled);
    return compiled;
  }

  private static Optional<RegularExpression> compile(String pattern, String modifiers) {
    if (pattern.length() > PATTERN_LENGTH_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "A regular expression has more than " + PATTERN_LENGTH_MAX + " characters.");
    }
    // Perl's lines end with \n alone; where case is ignored, it is that of all letters.
    int flags = Pattern.UNIX_LINES | Pattern.UNICODE_CASE;
    for (int i = 0; i < modifiers.length(); i++) {
      int flag = flag(modifiers.charAt(i));
      if (flag == 0) {
        return Optional.empty();
      }
      flags |= flag;
    }
    try {
      return Optional.of(
          new RegularExpression(Pattern.compile(PerlPattern.toJava(pattern), flags)));
    } catch (PatternSyntaxException _) {
      return Optional.empty(); // an invalid expression makes the result undefined
    }
  }

  private static int flag(char modifier) {
    return switch (modifier) {
      case 'i' -> Pattern.CASE_INSENSITIVE;
      case 'm' -> Pattern.MULTILINE;
      case 's' -> Pattern.DOTALL;
      case 'x' -> Pattern.COMMENTS;
      default -> 0;
    };
  }

  /// What a search in the text finds, if it ends in time.
  ///
  /// @throws OrreryException LIMIT_EXCEEDED if it does not
  <T> T search(String text, Function<Matcher, T> search) {
    try {
      return search.apply(pattern.matcher(new CountedText(text)));
    } catch (StackOverflowError _) {
      throw tooMuch();
    }
  }

  private static OrreryException tooMuch() {
    return new OrreryException(
        ErrorCode.LIMIT_EXCEEDED,
        "A regular expression takes too long; avoid repetitions within repetitions.");
  }

  /// Text that can be read only so many times.
  private static final class CountedText implements CharSequence {
    private final String text;
    private long reads;

    CountedText(String text) {
      this.text = text;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++reads > READS_MAX) {
        throw tooMuch();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int begin, int end) {
      return text.substring(begin, end);
    }

    @Override
    public String toString() {
      return text;
    }
  }
}
