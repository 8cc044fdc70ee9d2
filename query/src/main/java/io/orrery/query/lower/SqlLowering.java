// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.model.key.IndexPath;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.access.Condition;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.query.access.Conditions;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.evaluate.SqlProgram;
import io.orrery.query.plan.Constants;
import io.orrery.query.plan.WholeSubquery;
import io.orrery.query.syntax.Query;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Makes plans of queries that were read.
///
/// @param settings what the query needs besides its text
/// @param items as queries see them
/// @param absent properties that items seem to have but are not stored in them
public record SqlLowering(QuerySettings settings, ItemView items, Set<String> absent) {

  /// Fails with INVALID_ARGUMENT, NOT_SUPPORTED or LIMIT_EXCEEDED for what cannot be evaluated.
  ///
  /// @param fingerprint the same for the same text and parameters
  public LoweredQuery lower(Query query, long fingerprint) {
    return lower(new ReusableQuery(query), fingerprint);
  }

  /// As [#lower(Query, long)], with what is known of the query from earlier runs.
  public LoweredQuery lower(ReusableQuery query, long fingerprint) {
    WholeSubquery whole = query.whole();
    return whole == null ? onItems(query, fingerprint) : onRows(whole, fingerprint);
  }

  private LoweredQuery onRows(WholeSubquery query, long fingerprint) {
    CompiledQuery outer = CompiledQuery.compile(query.outer(), settings);
    SqlCode code = new SqlCode(query.outer(), settings, items, outer);
    Plan inner = lower(query.inner(), fingerprint).plan();
    return new LoweredQuery(new Plan.Over(inner, code), fingerprint, fingerprint);
  }

  private LoweredQuery onItems(ReusableQuery reusable, long fingerprint) {
    Query query = reusable.query();
    Constants constants = Constants.of(settings);
    CompiledQuery compiled = reusable.compiled(settings);
    Set<String> unindexed = absent;
    if (!settings.computedProperties().isEmpty()) {
      unindexed = new HashSet<>(absent);
      unindexed.addAll(settings.computedProperties().keySet());
    }
    Condition condition = Conditions.of(query, constants);
    List<OrderKey> order = order(query, compiled, constants);
    Plan rows =
        new Plan.Rows(
            new Plan.Scan(condition, unindexed), new SqlCode(query, settings, items, compiled));
    Plan plan =
        projected(compiled, ordered(grouped(query, compiled, condition, constants, rows), order));
    if (compiled.isDistinct()) {
      plan = new Plan.Distinct(plan);
    }
    if (compiled.offset() > 0 || compiled.count() < Long.MAX_VALUE) {
      plan = new Plan.Window(plan, compiled.offset(), compiled.count());
    }
    return new LoweredQuery(plan, fingerprint, OrderBinding.of(query, order, fingerprint));
  }

  /// The service answers no order by stored values that its index does not have.
  private static Plan ordered(Plan input, List<OrderKey> order) {
    return order.isEmpty() ? input : new Plan.Sort(input, order, Plan.Unindexed.REFUSE);
  }

  private static Plan projected(CompiledQuery compiled, Plan input) {
    return compiled.projectsWholeItem()
        ? input
        : new Plan.Project(input, new PlanExpression.Output(SqlProgram.PROJECTION));
  }

  private static List<OrderKey> order(Query query, CompiledQuery compiled, Constants constants) {
    List<OrderKey> keys = new ArrayList<>();
    if (compiled.isOrdered()) {
      for (Query.Order each : query.orderBy()) {
        keys.add(
            new OrderKey(
                new PlanExpression.Output(SqlProgram.PROJECTION + 1 + keys.size()),
                path(query, each, constants),
                each.descending()));
      }
    }
    return keys;
  }

  private static @Nullable List<IndexPath.Segment> path(
      Query query, Query.Order order, Constants constants) {
    return Conditions.path(query, order.value(), constants);
  }

  private static Plan grouped(
      Query query, CompiledQuery compiled, Condition condition, Constants constants, Plan rows) {
    if (!compiled.aggregates()) {
      return rows;
    }
    int output = SqlProgram.PROJECTION + 1 + (compiled.isOrdered() ? query.orderBy().size() : 0);
    List<PlanExpression> keys = new ArrayList<>();
    for (int i = 0; i < query.groupBy().size(); i++) {
      keys.add(new PlanExpression.Output(output++));
    }
    List<Plan.Aggregate> aggregates = new ArrayList<>();
    for (AggregateFunction function : compiled.aggregateFunctions()) {
      aggregates.add(new Plan.Aggregate(function, new PlanExpression.Output(output++)));
    }
    return new Plan.Group(rows, keys, aggregates, IndexAnswering.of(query, condition, constants));
  }
}
