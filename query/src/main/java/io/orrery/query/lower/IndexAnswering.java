// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.plan.IndexAnswer;
import io.orrery.plan.access.Condition;
import io.orrery.query.access.Conditions;
import io.orrery.query.plan.Aggregate;
import io.orrery.query.plan.Constants;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Finds the aggregates that an index may answer alone: COUNT of everything that an index range
/// decides, and MIN and MAX of a path.
final class IndexAnswering {
  private IndexAnswering() {}

  /// How an index may answer a query; null if it cannot.
  static @Nullable IndexAnswer of(Query query, Condition condition, Constants constants) {
    boolean plain =
        query.groupBy().isEmpty()
            && query.orderBy().isEmpty()
            && !query.select().distinct()
            && query.from() instanceof Source.Aliased(Source.Path(_, List<Source.Step> steps, _), _)
            && steps.isEmpty();
    boolean exact =
        switch (condition) {
          case Condition.Anything _ -> query.where() == null;
          case Condition.Nothing _ -> false;
          case Condition.Values values -> values.exact();
          case Condition.All _, Condition.Any _ -> false;
        };
    if (!plain || !exact || !(query.select().projection() instanceof Query.Single(var value))) {
      return null;
    }
    return of(query, inner(value), condition, constants);
  }

  /// What the value is of which plans make `[{"item": value}]`.
  private static Expression inner(Expression value) {
    return value instanceof Expression.ArrayOf(List<Expression> elements)
            && elements.size() == 1
            && elements.getFirst() instanceof Expression.ObjectOf(var entries)
            && entries.size() == 1
        ? entries.getFirst().value()
        : value;
  }

  private static @Nullable IndexAnswer of(
      Query query, Expression value, Condition condition, Constants constants) {
    Aggregate aggregate = Aggregate.of(value);
    if (aggregate == null || !(value instanceof Expression.Call call)) {
      return null;
    }
    Expression argument = call.arguments().getFirst();
    return switch (aggregate) {
      case COUNT ->
          argument instanceof Expression.Literal(Value literal)
                  && literal != Value.Undefined.UNDEFINED
              ? IndexAnswer.Count.COUNT
              : null;
      case MIN, MAX -> {
        List<IndexPath.Segment> path = Conditions.path(query, argument, constants);
        boolean usable =
            path != null
                && !path.isEmpty()
                && !path.contains(IndexPath.Elements.ALL)
                && (condition == Condition.Anything.ANYTHING
                    || (condition instanceof Condition.Values values
                        && values.path().equals(path)));
        yield usable && path != null
            ? new IndexAnswer.Extreme(path, aggregate == Aggregate.MAX)
            : null;
      }
      case AVG, COUNTIF, MAKELIST, MAKESET, SUM -> null;
    };
  }
}
