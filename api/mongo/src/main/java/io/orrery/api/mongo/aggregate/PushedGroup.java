// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Decimals;
import io.orrery.api.mongo.match.NeededFields;
import io.orrery.model.value.Value;
import io.orrery.plan.Plan;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.PlanExpression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// A `$group` that partitions do in part. Output 0 is its key; behind it are what its aggregates
/// see. Sums of the plan language have the narrowest type that holds them, MongoDB's the widest
/// type of what was added: so the widest type is a second aggregate.
final class PushedGroup {
  /// These do not depend on the order of documents, and have partial states.
  private static final Set<String> OPERATORS =
      Set.of("$sum", "$count", "$avg", "$min", "$max", "$push", "$addToSet");

  /// The kinds of numbers; a sum is of the widest that it has seen.
  private static final List<Value.Kind> WIDTHS =
      List.of(
          Value.Kind.INT32,
          Value.Kind.INT64,
          Value.Kind.FLOAT64,
          Value.Kind.DECIMAL128,
          Value.Kind.DECIMAL);

  private final GroupSpec spec;
  private final List<MongoExpression> arguments = new ArrayList<>();
  private final List<Boolean> types = new ArrayList<>();
  private final List<AggregateFunction> functions = new ArrayList<>();

  PushedGroup(GroupSpec spec) {
    this.spec = spec;
    for (AccumulatorSpec field : spec.fields().values()) {
      aggregate(function(field.operator()), field.argument(), false);
      if (isNumeric(field.operator())) {
        aggregate(AggregateFunction.MAX, field.argument(), true);
      }
    }
  }

  static boolean canPush(GroupSpec spec) {
    return spec.fields().values().stream().allMatch(field -> OPERATORS.contains(field.operator()));
  }

  private void aggregate(AggregateFunction function, MongoExpression argument, boolean type) {
    functions.add(function);
    arguments.add(argument);
    types.add(type);
  }

  private static boolean isNumeric(String operator) {
    return operator.equals("$sum") || operator.equals("$count") || operator.equals("$avg");
  }

  private static AggregateFunction function(String operator) {
    return switch (operator) {
      case "$avg" -> AggregateFunction.AVG;
      case "$min" -> AggregateFunction.MIN;
      case "$max" -> AggregateFunction.MAX;
      case "$push" -> AggregateFunction.MAKELIST;
      case "$addToSet" -> AggregateFunction.MAKESET;
      default -> AggregateFunction.SUM;
    };
  }

  Plan plan(Plan rows) {
    List<Plan.Aggregate> aggregates = new ArrayList<>();
    for (int i = 0; i < functions.size(); i++) {
      aggregates.add(new Plan.Aggregate(functions.get(i), new PlanExpression.Output(i + 1)));
    }
    return new Plan.Project(
        new Plan.Group(rows, List.of(new PlanExpression.Output(0)), aggregates, null),
        new PlanExpression.Output(0));
  }

  /// With what keys and aggregates are made of.
  NeededFields need(NeededFields needed) {
    NeededFields both = needed.expression(spec.key());
    arguments.forEach(both::expression);
    return both;
  }

  /// An output of a document.
  Value output(int number, Variables variables) {
    if (number == 0) {
      return ExpressionEvaluator.evaluate(spec.key(), variables);
    }
    Value value = ExpressionEvaluator.evaluate(arguments.get(number - 1), variables);
    if (types.get(number - 1)) {
      return value.kind().isNumber()
          ? new Value.Int32(WIDTHS.indexOf(value.kind()))
          : Value.Undefined.UNDEFINED;
    }
    // A least or greatest value is never null; a sum leaves out what is no number.
    return value;
  }

  /// What is told of a group.
  Value.Document document(Value key, Value[] results) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("_id", GroupStage.present(key));
    int at = 0;
    for (Map.Entry<String, AccumulatorSpec> field : spec.fields().entrySet()) {
      Value result = results[at++];
      String operator = field.getValue().operator();
      Value told =
          isNumeric(operator)
              ? typed(operator.equals("$avg"), result, results[at++])
              : empty(operator, result);
      fields.put(field.getKey(), told);
    }
    return new Value.Document(fields);
  }

  private static Value empty(String operator, Value result) {
    if (result != Value.Undefined.UNDEFINED) {
      return result;
    }
    return operator.equals("$push") || operator.equals("$addToSet")
        ? new Value.Array(List.of())
        : Value.Null.NULL;
  }

  private static Value typed(boolean average, Value result, Value widest) {
    if (!(widest instanceof Value.Int32(int width))) {
      return average ? Value.Null.NULL : new Value.Int32(0);
    }
    Value.Kind type = WIDTHS.get(width);
    if (type == Value.Kind.DECIMAL128) {
      return Decimals.of(result);
    }
    boolean whole = result instanceof Value.Int32 || result instanceof Value.Int64;
    if (average || type == Value.Kind.FLOAT64 || !whole) {
      return new Value.Float64(BsonNumbers.toDouble(result));
    }
    return type == Value.Kind.INT64
        ? new Value.Int64(BsonNumbers.findWhole(result).orElseThrow())
        : result;
  }
}
