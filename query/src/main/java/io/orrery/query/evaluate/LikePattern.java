// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/// A pattern of LIKE, ready to match: `%` any text, `_` any character, `[a-f]` and `[^a-f]` one
/// character in or not in a set, everything else itself, case included. A character is a code
/// point. The character behind the escape character, and a wildcard in brackets, is ordinary; so is
/// a `[` that is never closed, and an escape character at the very end.
///
/// Matching goes from `%` to `%` and never back behind one, so it takes at most the product of the
/// two lengths.
public final class LikePattern {

  /// One character of a text.
  private sealed interface Element {
    boolean matches(int codePoint);
  }

  private record Exactly(int codePoint) implements Element {
    @Override
    public boolean matches(int other) {
      return other == codePoint;
    }
  }

  private enum Any implements Element {
    ANY;

    @Override
    public boolean matches(int codePoint) {
      return true;
    }
  }

  /// @param bounds the lowest and the highest of each range, one behind the other
  private record OneOf(int[] bounds, boolean negated) implements Element {
    @Override
    public boolean matches(int codePoint) {
      for (int i = 0; i < bounds.length; i += 2) {
        if (codePoint >= bounds[i] && codePoint <= bounds[i + 1]) {
          return !negated;
        }
      }
      return negated;
    }
  }

  /// The elements between the `%`s: n of these have n - 1 `%` between them.
  private final List<Element[]> segments;

  private LikePattern(List<Element[]> segments) {
    this.segments = segments;
  }

  /// Reads a pattern.
  ///
  /// @param escape one character, or null if there is none
  /// @throws OrreryException INVALID_ARGUMENT if the escape is not one character
  public static LikePattern compile(String pattern, @Nullable String escape) {
    if (escape != null && (escape.isEmpty() || escape.codePointCount(0, escape.length()) != 1)) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "ESCAPE takes exactly one character, not '" + escape + "'.");
    }
    return new LikePattern(
        new Reading(pattern.codePoints().toArray(), escape == null ? -1 : escape.codePointAt(0))
            .segments());
  }

  /// The text that everything matched begins with.
  public String prefix() {
    StringBuilder prefix = new StringBuilder();
    for (Element element : segments.getFirst()) {
      if (!(element instanceof Exactly(int codePoint))) {
        break;
      }
      prefix.appendCodePoint(codePoint);
    }
    return prefix.toString();
  }

  public boolean matches(String text) {
    return matches(text, _ -> {});
  }

  /// @param steps hears how much work was done, and may end it
  boolean matches(String text, IntConsumer steps) {
    int begin = endOfMatch(segments.getFirst(), text, 0);
    if (begin < 0 || segments.size() == 1) {
      return begin == text.length();
    }
    for (Element[] segment : segments.subList(1, segments.size() - 1)) {
      begin = find(segment, text, begin, steps);
      if (begin < 0) {
        return false;
      }
    }
    return endsWith(segments.getLast(), text, begin);
  }

  /// The end of the first place from `begin` on that the segment matches; -1 if there is none.
  private static int find(Element[] segment, String text, int begin, IntConsumer steps) {
    // About as much work as looking at a row.
    int cost = 1 + segment.length / 64;
    int at = begin;
    while (at <= text.length()) {
      int end = endOfMatch(segment, text, at);
      if (end >= 0) {
        return end;
      }
      if (at == text.length()) {
        return -1;
      }
      steps.accept(cost);
      at += Character.charCount(text.codePointAt(at));
    }
    return -1;
  }

  private static boolean endsWith(Element[] segment, String text, int begin) {
    int at = text.length();
    for (int i = segment.length - 1; i >= 0; i--) {
      if (at <= begin) {
        return false;
      }
      int codePoint = text.codePointBefore(at);
      at -= Character.charCount(codePoint);
      if (at < begin || !segment[i].matches(codePoint)) {
        return false;
      }
    }
    return true;
  }

  private static int endOfMatch(Element[] segment, String text, int begin) {
    int at = begin;
    for (Element element : segment) {
      if (at == text.length()) {
        return -1;
      }
      int codePoint = text.codePointAt(at);
      if (!element.matches(codePoint)) {
        return -1;
      }
      at += Character.charCount(codePoint);
    }
    return at;
  }

  /// Reads a pattern from left to right.
  private static final class Reading {
    private final int[] pattern;
    private final int escape;
    private int at;

    /// Whether no bracket from here on is closed: so that nobody looks for the end again and again.
    private boolean unclosed;

    Reading(int[] pattern, int escape) {
      this.pattern = pattern;
      this.escape = escape;
    }

    List<Element[]> segments() {
      List<Element[]> segments = new ArrayList<>();
      List<Element> segment = new ArrayList<>();
      while (at < pattern.length) {
        if (pattern[at] == '%' && escape != '%') {
          segments.add(segment.toArray(Element[]::new));
          segment.clear();
          at++;
        } else {
          segment.add(element());
        }
      }
      segments.add(segment.toArray(Element[]::new));
      return segments;
    }

    private Element element() {
      if (pattern[at] == escape) {
        return new Exactly(literal());
      }
      if (pattern[at] == '_') {
        at++;
        return Any.ANY;
      }
      if (pattern[at] == '[' && !unclosed) {
        Element set = set();
        if (set != null) {
          return set;
        }
      }
      return new Exactly(literal());
    }

    private int literal() {
      if (pattern[at] == escape && at + 1 < pattern.length) {
        at++;
      }
      return pattern[at++];
    }

    /// What stands in brackets; null, and nothing is read, if they are not closed.
    private @Nullable Element set() {
      int begin = at++;
      boolean negated = at < pattern.length && pattern[at] == '^' && escape != '^';
      if (negated) {
        at++;
      }
      List<Integer> bounds = new ArrayList<>();
      while (at < pattern.length && pattern[at] != ']') {
        int low = literal();
        boolean range = at + 1 < pattern.length && pattern[at] == '-' && pattern[at + 1] != ']';
        if (range) {
          at++;
        }
        bounds.add(low);
        bounds.add(range ? literal() : low);
      }
      if (at == pattern.length) {
        at = begin;
        unclosed = true;
        return null;
      }
      at++;
      return new OneOf(bounds.stream().mapToInt(Integer::intValue).toArray(), negated);
    }
  }
}
