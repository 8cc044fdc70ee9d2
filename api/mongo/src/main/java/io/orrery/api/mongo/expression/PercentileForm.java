// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.ExactPercentiles;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// `$median` and `$percentile` of the numbers of an array, or of one number.
public final class PercentileForm {
  private static final int MISSING = 40414;
  private static final int UNKNOWN = 40415;
  private static final int NOT_AN_OBJECT = 7436201;

  private PercentileForm() {}

  static MongoExpression read(ExpressionReader reader, String name, Value operand) {
    boolean median = name.equals("$median");
    var arguments = ObjectArguments.of(name, operand, NOT_AN_OBJECT, UNKNOWN);
    MongoExpression input = reader.read(arguments.require("input", MISSING));
    requireMethod(arguments.require("method", MISSING));
    List<Double> shares =
        median
            ? List.of(0.5)
            : shares(
                ExpressionEvaluator.evaluate(
                    reader.read(arguments.require("p", MISSING)), Variables.NONE));
    arguments.requireNothingElse();
    return new MongoExpression.Call(
        values -> ExactPercentiles.of(numbers(values[0]), shares, median), List.of(input));
  }

  private static List<Double> numbers(Value input) {
    List<Value> all =
        input instanceof Value.Array(List<Value> elements) ? elements : List.of(input);
    return all.stream().filter(each -> each.kind().isNumber()).map(BsonNumbers::toDouble).toList();
  }

  public static void requireMethod(Value method) {
    if (!method.equals(new Value.Text("approximate"))) {
      throw MongoFailure.at(2, "Currently only 'approximate' can be used as percentile 'method'.");
    }
  }

  /// The shares that are asked for.
  public static List<Double> shares(Value p) {
    List<Double> shares = new ArrayList<>();
    if (p instanceof Value.Array(List<Value> elements)) {
      for (Value element : elements) {
        double share = element.kind().isNumber() ? BsonNumbers.toDouble(element) : -1;
        if (!(share >= 0 && share <= 1)) {
          throw MongoFailure.at(
              7750303, "The $percentile 'p' field must be an array of numbers from [0.0, 1.0]");
        }
        shares.add(share);
      }
    }
    if (shares.isEmpty()) {
      throw MongoFailure.at(
          7750301, "The $percentile 'p' field must be an array of constant values");
    }
    return shares;
  }
}
