// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.PercentileForm;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.ArrayPicks;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.model.value.Value;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/// Reads accumulators.
final class AccumulatorReader {
  private static final Comparator<Value> ARRIVAL = (_, _) -> 0;
  private static final Set<String> NOT_SUPPORTED = Set.of("$accumulator");

  private final ExpressionReader expressions;
  private final Variables variables;

  AccumulatorReader(ExpressionReader expressions, Variables variables) {
    this.expressions = expressions;
    this.variables = variables;
  }

  /// Empty if there is none of that name.
  Optional<AccumulatorSpec> find(String name, Value operand) {
    Comparator<Value> order = Comparisons.order(variables.collation());
    return switch (name) {
      case "$sum" -> Optional.of(plain(name, operand, AccumulatorState.Sum::new));
      case "$avg" -> Optional.of(plain(name, operand, AccumulatorState.Average::new));
      case "$min" ->
          Optional.of(plain(name, operand, () -> new AccumulatorState.Extreme(order.reversed())));
      case "$max" -> Optional.of(plain(name, operand, () -> new AccumulatorState.Extreme(order)));
      case "$first" -> Optional.of(plain(name, operand, AccumulatorState.First::new));
      case "$last" -> Optional.of(plain(name, operand, AccumulatorState.Last::new));
      case "$push" -> Optional.of(plain(name, operand, AccumulatorState.Push::new));
      case "$addToSet" ->
          Optional.of(plain(name, operand, () -> new AccumulatorState.AddToSet(order)));
      case "$mergeObjects" -> Optional.of(plain(name, operand, AccumulatorState.MergeObjects::new));
      case "$stdDevPop" ->
          Optional.of(plain(name, operand, () -> new AccumulatorState.Deviation(false)));
      case "$stdDevSamp" ->
          Optional.of(plain(name, operand, () -> new AccumulatorState.Deviation(true)));
      case "$count" -> Optional.of(count(operand));
      case "$firstN" -> Optional.of(picked(name, operand, false, false, ARRIVAL));
      case "$lastN" -> Optional.of(picked(name, operand, true, false, ARRIVAL));
      case "$minN" -> Optional.of(picked(name, operand, false, true, order));
      case "$maxN" -> Optional.of(picked(name, operand, false, true, order.reversed()));
      case "$top" -> Optional.of(ranked(name, operand, false, true));
      case "$topN" -> Optional.of(ranked(name, operand, false, false));
      case "$bottom" -> Optional.of(ranked(name, operand, true, true));
      case "$bottomN" -> Optional.of(ranked(name, operand, true, false));
      case "$median" -> Optional.of(percentile(name, operand, true));
      case "$percentile" -> Optional.of(percentile(name, operand, false));
      default -> {
        if (NOT_SUPPORTED.contains(name)) {
          throw MongoFailure.notSupported("The accumulator " + name);
        }
        yield Optional.empty();
      }
    };
  }

  /// An accumulator of one expression.
  private AccumulatorSpec plain(String name, Value operand, Supplier<AccumulatorState> start) {
    if (operand instanceof Value.Array(List<Value> elements)) {
      if (elements.size() != 1) {
        throw MongoFailure.at(40237, "The %s accumulator is a unary operator".formatted(name));
      }
      return new AccumulatorSpec(name, expressions.read(elements.getFirst()), start);
    }
    return new AccumulatorSpec(name, expressions.read(operand), start);
  }

  private static AccumulatorSpec count(Value operand) {
    if (!(operand instanceof Value.Document none) || !none.properties().isEmpty()) {
      throw MongoFailure.at(9, "$count takes no arguments, i.e. $count:{}");
    }
    return new AccumulatorSpec(
        "$count", new MongoExpression.Constant(new Value.Int32(1)), AccumulatorState.Sum::new);
  }

  private Value.Document object(String name, Value operand) {
    if (operand instanceof Value.Document object) {
      return object;
    }
    throw MongoFailure.at(
        5787900,
        "specification must be an object; found %s: %s".formatted(name, BsonType.name(operand)));
  }

  private static void requireNames(String name, Value.Document object, Set<String> known) {
    for (String each : object.properties().keySet()) {
      if (!known.contains(each)) {
        throw MongoFailure.at(
            5787901, "Unknown argument for '%s' operator: %s".formatted(name, each));
      }
    }
  }

  private static Value require(Value.Document object, String field, int code) {
    if (!object.properties().containsKey(field)) {
      throw MongoFailure.at(code, "Missing value for '%s'".formatted(field));
    }
    return object.property(field);
  }

  private int n(Value.Document object) {
    Value n = require(object, "n", 5787906);
    return ArrayPicks.count(ExpressionEvaluator.evaluate(expressions.read(n), variables));
  }

  private AccumulatorSpec picked(
      String name, Value operand, boolean last, boolean present, Comparator<Value> order) {
    Value.Document object = object(name, operand);
    requireNames(name, object, Set.of("n", "input"));
    int n = n(object);
    MongoExpression input = expressions.read(require(object, "input", 5787907));
    return new AccumulatorSpec(
        name, input, () -> new ChosenValues(n, last, present, false, order, value -> value));
  }

  /// By an order of documents. The argument is the document and what is told of it.
  private AccumulatorSpec ranked(String name, Value operand, boolean last, boolean single) {
    Value.Document object = object(name, operand);
    requireNames(
        name, object, single ? Set.of("sortBy", "output") : Set.of("n", "sortBy", "output"));
    int n = single ? 1 : n(object);
    MongoExpression output = expressions.read(require(object, "output", 5788003));
    if (!(require(object, "sortBy", 5788005) instanceof Value.Document sortBy)) {
      throw MongoFailure.at(10065, "invalid parameter: expected an object (sortBy)");
    }
    Comparator<Value> documents = SortOrder.read(sortBy, variables.collation()).comparator();
    Comparator<Value> order = (one, other) -> documents.compare(part(one, 0), part(other, 0));
    MongoExpression both =
        new MongoExpression.NewArray(
            List.of(new MongoExpression.Path(Variables.ROOT, List.of()), output));
    return new AccumulatorSpec(
        name, both, () -> new ChosenValues(n, last, false, single, order, value -> part(value, 1)));
  }

  private static Value part(Value pair, int at) {
    return pair instanceof Value.Array(List<Value> parts)
        ? parts.get(at)
        : Value.Undefined.UNDEFINED;
  }

  private AccumulatorSpec percentile(String name, Value operand, boolean median) {
    Value.Document object = object(name, operand);
    requireNames(name, object, median ? Set.of("input", "method") : Set.of("input", "p", "method"));
    MongoExpression input = expressions.read(require(object, "input", 40414));
    PercentileForm.requireMethod(require(object, "method", 40414));
    List<Double> shares =
        median
            ? List.of(0.5)
            : PercentileForm.shares(
                ExpressionEvaluator.evaluate(
                    expressions.read(require(object, "p", 40414)), variables));
    return new AccumulatorSpec(name, input, () -> new Percentiles(shares, median));
  }
}
