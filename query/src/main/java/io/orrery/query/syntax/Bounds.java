// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

/// Keeps a query small enough for everything that walks its tree: counts while it is read what the
/// service limits, and what would use up the stack.
///
/// The tree is walked by methods that call themselves once for each level. A chain such as `a + b +
/// c` leans to the left and is as high as it is long, so it is the height of the tree that is
/// limited, not only how deep parentheses stand in each other.
final class Bounds {
  /// The service's 2,000, and some for the conditions that a plan and the client that runs it add.
  private static final int LOGICAL_MAX = 2_100;

  private static final int CANDIDATES_MAX = 16_000;
  private static final int JOINS_MAX = 10;

  /// Reading one pair of parentheses takes several calls, so fewer of these.
  private static final int NESTING_MAX = 200;

  private static final int HEIGHT_MAX = 2 * NESTING_MAX;

  private int logical;
  private int joins;
  private int nesting;

  /// Another AND or OR.
  void logical(Token operator) {
    if (++logical > LOGICAL_MAX) {
      throw exceeded(operator, "more than " + LOGICAL_MAX + " ANDs and ORs");
    }
  }

  void join(Token join) {
    if (++joins > JOINS_MAX) {
      throw exceeded(join, "more than " + JOINS_MAX + " JOINs");
    }
  }

  void candidates(Token at, int count) {
    if (count > CANDIDATES_MAX) {
      throw exceeded(at, "more than " + CANDIDATES_MAX + " values in one IN");
    }
  }

  void enter(Token at) {
    if (++nesting > NESTING_MAX) {
      throw exceeded(at, "expressions nested deeper than " + NESTING_MAX + " levels");
    }
  }

  void leave() {
    nesting--;
  }

  /// The height of a tree one level above the higher of two.
  int above(Token at, int left, int right) {
    int height = Math.max(left, right) + 1;
    if (height > HEIGHT_MAX) {
      throw exceeded(at, "a chain of more than " + HEIGHT_MAX + " operators or steps");
    }
    return height;
  }

  private static QueryException exceeded(Token at, String what) {
    String message = "The query has " + what + "; divide it into several queries.";
    return new QueryException(new QueryError("", message, at.span()));
  }
}
