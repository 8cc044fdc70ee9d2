// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.syntax;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// One SELECT, whole or in parentheses inside another.
///
/// @param from null if the query stands on nothing: `SELECT 1`
/// @param rank whether the order is by relevance: `ORDER BY RANK`
/// @param places where its clauses stand in the text
public record Query(
    Select select,
    @Nullable Source from,
    @Nullable Expression where,
    List<Expression> groupBy,
    List<Order> orderBy,
    boolean rank,
    @Nullable Window window,
    Places places) {
  public Query {
    groupBy = List.copyOf(groupBy);
    orderBy = List.copyOf(orderBy);
  }

  /// A query that does not stand in a text, because it was made by a rewrite.
  public Query(
      Select select,
      @Nullable Source from,
      @Nullable Expression where,
      List<Expression> groupBy,
      List<Order> orderBy,
      boolean rank,
      @Nullable Window window) {
    this(select, from, where, groupBy, orderBy, rank, window, Places.NOWHERE);
  }

  /// Where clauses stand in the text; only for those that are there.
  public record Places(Span top, Span orderBy, Span window) {
    static final Places NOWHERE = new Places(Span.NONE, Span.NONE, Span.NONE);
  }

  /// What the rows are.
  ///
  /// @param top how many rows at most: a literal or a parameter; null for all
  public record Select(boolean distinct, @Nullable Expression top, Projection projection) {}

  public sealed interface Projection {}

  /// `SELECT *`
  public record Star(Span span) implements Projection {}

  /// `SELECT VALUE expression`
  public record Single(Expression value) implements Projection {}

  /// `SELECT a, b AS c`
  public record Properties(List<Property> properties) implements Projection {
    public Properties {
      properties = List.copyOf(properties);
    }
  }

  /// One property of the rows.
  ///
  /// @param alias null if the text gives none; the name is then the last of the path, or `$1`,
  ///   `$2`…
  public record Property(Expression value, @Nullable String alias) {}

  /// One key of the order.
  ///
  /// @param written whether the text names the direction
  public record Order(Expression value, boolean descending, boolean written) {}

  /// `OFFSET … LIMIT …`: literals or parameters.
  public record Window(Expression offset, Expression limit) {}
}
