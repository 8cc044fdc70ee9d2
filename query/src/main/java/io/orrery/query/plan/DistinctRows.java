// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import org.jspecify.annotations.Nullable;

/// `SELECT * FROM (SELECT DISTINCT …) AS r WHERE …`: a query whose rows are some of the distinct
/// rows below it. The ranges run it as it is, and a client that leaves out rows it has seen has
/// what the query means.
final class DistinctRows {
  private DistinctRows() {}

  static boolean areMergedBy(Query query) {
    return query.from() instanceof Source.Aliased(Source.Subquery(Query inner), String alias)
        && inner.select().distinct()
        && inner.groupBy().isEmpty()
        && !ExpressionTrees.hasAggregate(inner)
        && WholeSubquery.of(inner) == null
        && query.groupBy().isEmpty()
        && !ExpressionTrees.hasAggregate(query)
        && (query.select().distinct() || isWholeRow(query.select().projection(), alias));
  }

  private static boolean isWholeRow(Query.Projection projection, @Nullable String alias) {
    return switch (projection) {
      case Query.Star _ -> true;
      case Query.Single(Expression value) ->
          value instanceof Expression.Reference reference && reference.name().equals(alias);
      case Query.Properties _ -> false;
    };
  }
}
