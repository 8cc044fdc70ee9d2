// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Printer;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `SELECT COUNT(1) FROM (SELECT DISTINCT …)`: the ranges give their distinct rows, the client
/// counts those that are left when it has put them together.
final class DistinctCount {
  private DistinctCount() {}

  /// The query whose distinct rows are counted; null if this is another kind of query.
  static @Nullable Query counted(Query query) {
    return query.from() instanceof Source.Aliased(Source.Subquery(Query inner), _)
            && isCountOnly(query)
            && isDistinctOnly(inner)
        ? inner
        : null;
  }

  static QueryInfo info(Query query, Query counted) {
    return new QueryInfo(
        DistinctType.UNORDERED,
        Paging.NONE,
        Ordering.NONE,
        Grouping.NONE,
        List.of(),
        Planner.isValue(query),
        alias(query),
        Printer.print(counted));
  }

  private static String alias(Query query) {
    return query.select().projection() instanceof Query.Properties(var properties)
        ? ExpressionTrees.names(properties).getFirst()
        : "";
  }

  private static boolean isCountOnly(Query query) {
    List<Expression> projected = ExpressionTrees.projected(query);
    return projected.size() == 1
        && Aggregate.of(projected.getFirst()) == Aggregate.COUNT
        && ((Call) projected.getFirst()).arguments().getFirst() instanceof Expression.Literal
        && !query.select().distinct()
        && query.where() == null
        && query.groupBy().isEmpty()
        && isUnorderedAndWhole(query);
  }

  private static boolean isDistinctOnly(Query inner) {
    List<Source> sources = ExpressionTrees.sources(inner.from());
    return inner.select().distinct()
        && (sources.isEmpty()
            || !(sources.getFirst() instanceof Source.Aliased(Source.Subquery _, _)))
        && inner.groupBy().isEmpty()
        && !ExpressionTrees.hasAggregate(inner)
        && isUnorderedAndWhole(inner);
  }

  private static boolean isUnorderedAndWhole(Query query) {
    return query.orderBy().isEmpty() && query.select().top() == null && query.window() == null;
  }
}
