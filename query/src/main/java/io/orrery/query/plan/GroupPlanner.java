// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.ArrayOf;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryError;
import io.orrery.query.syntax.QueryException;
import io.orrery.query.syntax.Span;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Plans queries with GROUP BY or aggregates: each range gives its groups with aggregates in a form
/// that can be merged, the client merges them.
final class GroupPlanner {
  private final Query query;
  private final List<Aggregate> aggregates = new ArrayList<>();
  private final List<String> aliases = new ArrayList<>();
  private final Map<String, Optional<Aggregate>> byAlias = new HashMap<>();

  private GroupPlanner(Query query) {
    this.query = query;
  }

  static QueryInfo plan(Query query, Paging paging) {
    return new GroupPlanner(query).info(paging);
  }

  private QueryInfo info(Paging paging) {
    RewrittenQuery rewritten = new RewrittenQuery(query).select(projection()).withoutPaging();
    return new QueryInfo(
        query.select().distinct() ? DistinctType.UNORDERED : DistinctType.NONE,
        paging,
        Ordering.NONE,
        new Grouping(query.groupBy().stream().map(Printer::print).toList(), aliases, byAlias),
        aggregates,
        Planner.isValue(query),
        null,
        rewritten.text());
  }

  private Query.Projection projection() {
    Expression payload =
        switch (query.select().projection()) {
          case Query.Single(Expression value) -> single(value);
          case Query.Properties(List<Query.Property> properties) -> properties(properties);
          case Query.Star _ -> throw new IllegalArgumentException("SELECT * with groups");
        };
    if (!query.groupBy().isEmpty()) {
      return new Query.Properties(
          List.of(
              new Query.Property(Rows.items(query.groupBy()), "groupByItems"),
              new Query.Property(payload, "payload")));
    }
    return Planner.isValue(query)
        ? new Query.Single(payload)
        : new Query.Properties(List.of(new Query.Property(payload, "payload")));
  }

  private Expression single(Expression value) {
    Aggregate aggregate = aggregate(value);
    if (aggregate == null) {
      return value;
    }
    aggregates.add(aggregate);
    return new ArrayOf(List.of(aggregate.partial((Call) value)));
  }

  private Expression properties(List<Query.Property> properties) {
    aliases.addAll(ExpressionTrees.names(properties));
    List<Entry> entries = new ArrayList<>();
    for (int i = 0; i < properties.size(); i++) {
      Expression value = properties.get(i).value();
      Aggregate aggregate = aggregate(value);
      byAlias.put(aliases.get(i), Optional.ofNullable(aggregate));
      entries.add(
          new Entry(aliases.get(i), aggregate == null ? value : aggregate.partial((Call) value)));
    }
    return new ObjectOf(entries);
  }

  /// The aggregate that a value is; null if it has none. Clients merge aggregates, they do not go
  /// on to calculate with them.
  private static @Nullable Aggregate aggregate(Expression value) {
    Aggregate aggregate = Aggregate.of(value);
    if (aggregate == null && ExpressionTrees.hasAggregate(value)) {
      throw new QueryException(
          new QueryError(
              "",
              "Compositions of aggregates and other expressions are not allowed.",
              (Span) null));
    }
    return aggregate;
  }
}
