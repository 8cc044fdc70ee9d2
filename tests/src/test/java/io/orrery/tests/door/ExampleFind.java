// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.door;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Plan;
import io.orrery.plan.PlanCodec;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.expression.ComparisonSemantics;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.PlanExpression.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/// A comparison as BSON has it, as a plan: only values of the same type compare, and an array does
/// if one of its elements does.
final class ExampleFind {
  private static final int PAGE = 100;

  private final Gateway gateway;
  private final ContainerHandle table;
  private final Supplier<RequestContext> requests;

  ExampleFind(Gateway gateway, ContainerHandle table, Supplier<RequestContext> requests) {
    this.gateway = gateway;
    this.table = table;
    this.requests = requests;
  }

  /// The rows in the order of the column, and how many items were read for them.
  List<String> run(String column, String sign, Value value) {
    Operator operator = operator(sign);
    var path = new PlanExpression.Path(PlanExpression.Root.Item.ITEM, List.of(column));
    Plan plan =
        new Plan.Sort(
            new Plan.Filter(
                new Plan.Scan(condition(column, operator, value), Set.of(), ValueOrder.BSON),
                new PlanExpression.Compare(
                    ComparisonSemantics.BSON, operator, path, new PlanExpression.Constant(value))),
            List.of(new OrderKey(path, null, false)),
            Plan.Unindexed.SORT);
    long fingerprint = fingerprint(plan);
    var request = new QueryRequest(plan, fingerprint, fingerprint, Scope.ALL, 2);
    List<String> lines = new ArrayList<>();
    long read = 0;
    Queries queries = new Queries(gateway);
    PageRequest next = PageRequest.first(PAGE);
    while (true) {
      try (QueryPage page = queries.page(table, request, next, requests.get())) {
        page.rows().forEach(row -> lines.add(line(row)));
        read += page.metrics().retrieved();
        if (page.continuation().isEmpty()) {
          lines.add("read " + read);
          return lines;
        }
        next = new PageRequest(PAGE, page.continuation().get());
      }
    }
  }

  /// Where the index has what may match: at the column itself, or at an element of it.
  private static Condition condition(String column, Operator operator, Value value) {
    Interval all = Interval.ofKind(value.kind(), ValueOrder.BSON);
    Interval interval =
        switch (operator) {
          case EQUAL -> Interval.point(value, ValueOrder.BSON);
          case LESS -> all.upTo(value, false);
          case LESS_OR_EQUAL -> all.upTo(value, true);
          case GREATER -> all.startingAt(value, false);
          case GREATER_OR_EQUAL -> all.startingAt(value, true);
          case NOT_EQUAL -> all;
        };
    if (operator == Operator.NOT_EQUAL || value == Value.Null.NULL) {
      return Condition.Anything.ANYTHING; // what is missing has no entry
    }
    IndexPath.Segment name = new IndexPath.Name(column);
    return Condition.any(
        List.of(
            new Condition.Values(List.of(name), interval, false),
            new Condition.Values(List.of(name, IndexPath.Elements.ALL), interval, false)));
  }

  private static Operator operator(String sign) {
    return switch (sign) {
      case "=" -> Operator.EQUAL;
      case "!=" -> Operator.NOT_EQUAL;
      case "<" -> Operator.LESS;
      case "<=" -> Operator.LESS_OR_EQUAL;
      case ">" -> Operator.GREATER;
      case ">=" -> Operator.GREATER_OR_EQUAL;
      default -> throw new OrreryException(ErrorCode.MALFORMED, "There is no '" + sign + "'.");
    };
  }

  /// The same for the same plan: it binds continuations.
  private static long fingerprint(Plan plan) {
    CRC32C sum = new CRC32C();
    sum.update(PlanCodec.write(new ByteWriter(64), plan).toByteArray());
    return sum.getValue();
  }

  private static String line(Result row) {
    return switch (row) {
      case Result.Whole(var item) -> ExampleTables.line(item);
      case Result.Computed(Value value) -> value.toString();
    };
  }
}
