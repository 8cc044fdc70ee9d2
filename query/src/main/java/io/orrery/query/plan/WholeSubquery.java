// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.InMemory;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import io.orrery.query.syntax.Span;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A query over another one that has to run over the whole container first: `FROM (SELECT DISTINCT
/// …)`. What such a subquery gives depends on all items at once, so it cannot be evaluated item by
/// item.
///
/// @param inner what runs over the container
/// @param outer what runs over its rows, each of which is an item to it
public record WholeSubquery(Query inner, Query outer) {
  private static final String ROOT = "root";

  /// Null if the query can be evaluated item by item.
  public static @Nullable WholeSubquery of(Query query) {
    return query.select().distinct() && !query.groupBy().isEmpty()
        ? distinctGroups(query)
        : ofSource(query);
  }

  /// Which groups have equal rows is known when there are no more of them.
  private static WholeSubquery distinctGroups(Query query) {
    Query.Select select = query.select();
    Query groups =
        new Query(
            new Query.Select(false, null, select.projection()),
            query.from(),
            query.where(),
            query.groupBy(),
            query.orderBy(),
            false,
            null);
    Query distinct =
        new Query(
            new Query.Select(
                true, select.top(), new Query.Single(new Expression.Reference(ROOT, Span.NONE))),
            new Source.Aliased(new Source.Path(ROOT, List.of(), Span.NONE), null),
            null,
            List.of(),
            List.of(),
            false,
            query.window());
    return new WholeSubquery(groups, distinct);
  }

  /// As [#of], but only if it is because of a subquery.
  static @Nullable WholeSubquery ofSource(Query query) {
    List<Source> sources = ExpressionTrees.sources(query.from());
    return !sources.isEmpty()
            && sources.getFirst() instanceof Source.Aliased(Source.Subquery(Query inner), _)
            && needsAllRows(inner)
        ? new WholeSubquery(inner, onRows(query))
        : null;
  }

  /// Runs a query over items in memory, and before it what it is about.
  public static List<Value> run(
      Query query, QuerySettings settings, Iterable<QueriedItem> items, Budget budget) {
    WholeSubquery whole = of(query);
    if (whole == null) {
      return InMemory.run(CompiledQuery.compile(query, settings), items, budget);
    }
    List<QueriedItem> rows =
        run(whole.inner(), settings, items, budget).stream().map(QueriedItem::of).toList();
    return InMemory.run(CompiledQuery.compile(whole.outer(), settings), rows, budget);
  }

  private static boolean needsAllRows(Query inner) {
    return (inner.select().distinct() && !isItems(inner))
        || !inner.groupBy().isEmpty()
        || ExpressionTrees.hasAggregate(inner)
        || of(inner) != null;
  }

  /// `SELECT DISTINCT VALUE c FROM c`: no two items are the same, so each can be taken for itself.
  private static boolean isItems(Query inner) {
    return inner.from() instanceof Source.Aliased(Source.Path path, String alias)
        && path.steps().isEmpty()
        && switch (inner.select().projection()) {
          case Query.Star _ -> true;
          case Query.Single(Expression value) ->
              value instanceof Expression.Reference reference
                  && reference.name().equals(alias == null ? path.root() : alias);
          case Query.Properties _ -> false;
        };
  }

  private static Query onRows(Query query) {
    return new Query(
        query.select(),
        query.from() == null ? null : onRows(query.from()),
        query.where(),
        query.groupBy(),
        query.orderBy(),
        query.rank(),
        query.window());
  }

  /// The same sources, but the first is the item.
  private static Source onRows(Source source) {
    return switch (source) {
      case Source.Aliased(_, String alias) ->
          new Source.Aliased(
              new Source.Path(alias == null ? ROOT : alias, List.of(), Span.NONE), alias);
      case Source.Iterated iterated -> iterated;
      case Source.Join(Source left, Source right) -> new Source.Join(onRows(left), right);
    };
  }
}
