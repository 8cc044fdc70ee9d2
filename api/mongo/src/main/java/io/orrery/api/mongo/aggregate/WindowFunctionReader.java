// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// Reads what `$setWindowFields` says of documents.
final class WindowFunctionReader {
  private final ExpressionReader expressions;
  private final Variables variables;
  private final boolean ordered;

  /// @param ordered whether there is an order by exactly one field
  WindowFunctionReader(ExpressionReader expressions, Variables variables, boolean ordered) {
    this.expressions = expressions;
    this.variables = variables;
    this.ordered = ordered;
  }

  WindowFunction read(String field, Value value) {
    if (!(value instanceof Value.Document spec) || spec.properties().isEmpty()) {
      throw WindowBounds.failed("The field '%s' must be a window function object".formatted(field));
    }
    WindowBounds bounds = WindowBounds.read(spec.property("window"));
    Map.Entry<String, Value> function = null;
    for (Map.Entry<String, Value> each : spec.properties().entrySet()) {
      if (each.getKey().equals("window")) {
        continue;
      }
      if (function != null) {
        throw WindowBounds.failed("Cannot specify two functions in window function spec");
      }
      function = each;
    }
    if (function == null) {
      throw WindowBounds.failed("Expected a $-prefixed window function");
    }
    boolean windowed = spec.properties().containsKey("window");
    return read(function.getKey(), function.getValue(), bounds, windowed);
  }

  private WindowFunction read(String name, Value operand, WindowBounds bounds, boolean windowed) {
    return switch (name) {
      case "$rank" -> numbered(name, windowed, Ranks::ranks);
      case "$denseRank" -> numbered(name, windowed, Ranks::denseRanks);
      case "$documentNumber" -> numbered(name, windowed, Ranks::numbers);
      case "$shift" -> shift(operand);
      case "$locf" -> {
        MongoExpression input = expressions.read(operand);
        yield partition -> Series.carried(partition.values(input));
      }
      case "$linearFill" -> {
        requireOrder(name);
        MongoExpression input = expressions.read(operand);
        yield partition -> Series.interpolated(partition.values(input), partition.keys());
      }
      case "$expMovingAvg" -> movingAverage(operand);
      case "$derivative", "$integral" -> slope(name, operand, bounds);
      case "$covariancePop", "$covarianceSamp" -> covariance(name, operand, bounds);
      default -> accumulated(name, operand, bounds);
    };
  }

  private void requireOrder(String name) {
    if (!ordered) {
      throw MongoFailure.at(
          5371602,
          name + " must be specified with a top level sortBy expression with exactly one element");
    }
  }

  private WindowFunction numbered(String name, boolean windowed, WindowFunction function) {
    if (windowed) {
      throw MongoFailure.at(5371601, "Rank style window functions take no other arguments");
    }
    requireOrder(name);
    return function;
  }

  private WindowFunction accumulated(String name, Value operand, WindowBounds bounds) {
    AccumulatorSpec spec =
        new AccumulatorReader(expressions, variables)
            .find(name, operand)
            .orElseThrow(() -> WindowBounds.failed("Unrecognized window function, " + name));
    if (!bounds.byPlace()) {
      requireOrder(name);
    }
    return partition -> Accumulated.over(partition, spec, bounds);
  }

  private static Value require(Value.Document object, String name, String owner) {
    if (!object.properties().containsKey(name)) {
      throw WindowBounds.failed("%s requires '%s'".formatted(owner, name));
    }
    return object.property(name);
  }

  private static Value.Document object(String name, Value operand) {
    if (operand instanceof Value.Document object) {
      return object;
    }
    throw WindowBounds.failed("Argument to %s must be an object".formatted(name));
  }

  private WindowFunction shift(Value operand) {
    requireOrder("$shift");
    Value.Document object = object("$shift", operand);
    MongoExpression output = expressions.read(require(object, "output", "$shift"));
    Value by = require(object, "by", "$shift");
    int distance =
        (by.kind().isNumber() ? BsonNumbers.findWhole(by) : Optional.<Long>empty())
            .orElseThrow(() -> WindowBounds.failed("'$shift:by' field must be an integer"))
            .intValue();
    Value otherwise =
        object.properties().containsKey("default")
            ? ExpressionEvaluator.evaluate(expressions.read(object.property("default")), variables)
            : Value.Null.NULL;
    return partition -> {
      List<Value> values = partition.values(output);
      List<Value> shifted = new ArrayList<>();
      for (int i = 0; i < values.size(); i++) {
        long from = (long) i + distance;
        shifted.add(
            from < 0 || from >= values.size()
                ? otherwise
                : GroupStage.present(values.get((int) from)));
      }
      return shifted;
    };
  }

  private WindowFunction movingAverage(Value operand) {
    requireOrder("$expMovingAvg");
    Value.Document object = object("$expMovingAvg", operand);
    MongoExpression input = expressions.read(require(object, "input", "$expMovingAvg"));
    boolean counted = object.properties().containsKey("N");
    if (counted == object.properties().containsKey("alpha")) {
      throw WindowBounds.failed("$expMovingAvg must have exactly one of 'N' and 'alpha'");
    }
    Value weight = object.property(counted ? "N" : "alpha");
    double number = weight.kind().isNumber() ? BsonNumbers.toDouble(weight) : -1;
    double alpha = counted ? 2 / (number + 1) : number;
    if (!(number > 0) || (!counted && alpha >= 1)) {
      throw WindowBounds.failed(
          "'alpha' must be between 0 and 1 (exclusive), and 'N' greater than 0");
    }
    return partition -> Series.smoothed(partition.values(input), alpha);
  }

  private WindowFunction slope(String name, Value operand, WindowBounds bounds) {
    requireOrder(name);
    Value.Document object = object(name, operand);
    MongoExpression input = expressions.read(require(object, "input", name));
    double unit = Slopes.unit(object.property("unit"));
    return partition -> Slopes.over(partition, input, bounds, unit, name.equals("$derivative"));
  }

  private WindowFunction covariance(String name, Value operand, WindowBounds bounds) {
    if (!(operand instanceof Value.Array(List<Value> pair)) || pair.size() != 2) {
      throw WindowBounds.failed(name + " expects an array of two expressions");
    }
    MongoExpression one = expressions.read(pair.getFirst());
    MongoExpression other = expressions.read(pair.getLast());
    boolean sample = name.equals("$covarianceSamp");
    return partition -> Slopes.covariances(partition, one, other, bounds, sample);
  }
}
