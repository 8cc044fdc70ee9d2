// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.ReadCommand.Selection;
import io.orrery.api.mongo.index.FilterConditions;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Code;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/// What finds, counts and distinct values are as plans.
final class DocumentPlans {
  private static final int PARALLELISM = 8;
  private static final Value.Document NO_ORDER = new Value.Document(new LinkedHashMap<>());

  private DocumentPlans() {}

  /// The documents of a selection, in its order.
  static QueryRequest find(Selection selection, ReadTarget target) {
    SortOrder order = SortOrder.read(target.sort());
    Plan plan = rows(new DocumentCode(selection.filter(), target.sort(), ""), target);
    if (!order.keys().isEmpty()) {
      List<OrderKey> keys = new ArrayList<>();
      for (int i = 0; i < order.keys().size(); i++) {
        SortOrder.Key key = order.keys().get(i);
        keys.add(
            new OrderKey(
                new PlanExpression.Output(i),
                key.ranking().isPresent() ? null : FilterConditions.segments(key.path()),
                key.descending()));
      }
      plan = new Plan.Sort(plan, keys, Plan.Unindexed.SORT);
    }
    return request(windowed(plan, selection), target);
  }

  private static Plan windowed(Plan plan, Selection selection) {
    return selection.skip() == 0 && selection.limit() == Long.MAX_VALUE
        ? plan
        : new Plan.Window(plan, selection.skip(), selection.limit());
  }

  /// How many documents pass a filter.
  static QueryRequest count(Value.Document filter, ReadTarget target) {
    Plan rows = rows(new DocumentCode(filter, NO_ORDER, ""), target);
    var one = new Plan.Aggregate(AggregateFunction.COUNT, new PlanExpression.Output(0));
    return request(
        new Plan.Project(
            new Plan.Group(rows, List.of(), List.of(one), null), new PlanExpression.Output(0)),
        target);
  }

  /// The values at a path of the documents that pass a filter, each once.
  static QueryRequest distinct(String path, Value.Document filter, ReadTarget target) {
    Plan rows = rows(new DocumentCode(filter, NO_ORDER, path), target);
    Plan values = new Plan.Project(rows, new PlanExpression.Output(0));
    // What is the same in a language need not be so by its bytes: then the door decides.
    boolean alike = CollatedFilters.of(filter).isSimple();
    return request(alike ? new Plan.Distinct(values) : values, target);
  }

  /// What is done with the rows that code makes, in no order of their own.
  static QueryRequest of(Code code, UnaryOperator<Plan> above, ReadTarget target) {
    var unordered =
        new ReadTarget(target.scope(), target.condition(), target.use(), target.sort(), null);
    return request(above.apply(rows(code, unordered)), unordered);
  }

  private static Plan rows(Code code, ReadTarget target) {
    return new Plan.Rows(new Plan.Scan(target.condition(), Set.of(), ValueOrder.BSON), code);
  }

  /// Its places stay with us, together with the query.
  private static QueryRequest request(Plan plan, ReadTarget target) {
    return new QueryRequest(plan, 0, 0, target.scope(), PARALLELISM, target.rows(), target.use());
  }

  /// The same query, whose places others keep: they fit no other.
  static QueryRequest bound(QueryRequest query) {
    long fingerprint = CursorPlans.fingerprint(query);
    return new QueryRequest(
        query.plan(),
        fingerprint,
        fingerprint,
        query.scope(),
        query.parallelism(),
        query.rows(),
        query.use());
  }
}
