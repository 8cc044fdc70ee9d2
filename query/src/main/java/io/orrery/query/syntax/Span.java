// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import org.jspecify.annotations.Nullable;

/// Where in the text something stands: characters from `start` up to but not including `end`.
///
/// All spans are equal: where an expression stands is no part of what it says, and `c.a` in ORDER
/// BY is the same expression as `c.a` in SELECT.
public final class Span {
  /// Of what does not stand in the text, because it was made by a rewrite.
  public static final Span NONE = new Span(0, 0);

  private final int start;
  private final int end;

  public Span(int start, int end) {
    this.start = start;
    this.end = end;
  }

  public int start() {
    return start;
  }

  public int end() {
    return end;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Span;
  }

  @Override
  public int hashCode() {
    return 0;
  }

  @Override
  public String toString() {
    return start + ".." + end;
  }
}
