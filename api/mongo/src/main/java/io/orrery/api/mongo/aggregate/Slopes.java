// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.function.CalendarUnit;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// How values change along their order, and how they change with others.
final class Slopes {
  private Slopes() {}

  /// How many milliseconds a unit has; 1 if nobody names one.
  static double unit(Value unit) {
    if (unit == Value.Undefined.UNDEFINED) {
      return 1;
    }
    double millis =
        unit instanceof Value.Text(String name)
            ? CalendarUnit.find(name).map(CalendarUnit::millis).orElse(0L)
            : 0;
    if (millis == 0) {
      throw WindowBounds.failed(
          "'unit' must be one of: week, day, hour, minute, second, millisecond");
    }
    return millis;
  }

  /// A place on the line of an order.
  static double position(Value key) {
    return switch (key) {
      case Value.DateTime date -> date.epochMilli();
      case Value number when number.kind().isNumber() -> BsonNumbers.toDouble(number);
      case Value _ ->
          throw MongoFailure.at(
              5624901, "the sortBy field must be a number or a date in every document");
    };
  }

  static List<Value> over(
      WindowPartition partition,
      MongoExpression input,
      WindowBounds bounds,
      double unit,
      boolean derivative) {
    List<Value> values = partition.values(input);
    List<Value> results = new ArrayList<>();
    for (int i = 0; i < partition.size(); i++) {
      partition.context().step();
      int[] window = bounds.around(i, partition.keys());
      results.add(
          derivative
              ? derivative(values, partition.keys(), window, unit)
              : integral(values, partition.keys(), window, unit));
    }
    return results;
  }

  private static Value derivative(List<Value> values, List<Value> keys, int[] window, double unit) {
    int last = window[1] - 1;
    if (last <= window[0]) {
      return Value.Null.NULL;
    }
    double run = (position(keys.get(last)) - position(keys.get(window[0]))) / unit;
    double rise = number(values.get(last)) - number(values.get(window[0]));
    return run == 0 ? Value.Null.NULL : new Value.Float64(rise / run);
  }

  private static double number(Value value) {
    if (!value.kind().isNumber()) {
      throw MongoFailure.at(5624903, "the input must be a number in every document");
    }
    return BsonNumbers.toDouble(value);
  }

  private static Value integral(List<Value> values, List<Value> keys, int[] window, double unit) {
    double area = 0;
    for (int i = window[0] + 1; i < window[1]; i++) {
      double width = (position(keys.get(i)) - position(keys.get(i - 1))) / unit;
      area += width * (number(values.get(i)) + number(values.get(i - 1))) / 2;
    }
    return new Value.Float64(area);
  }

  static List<Value> covariances(
      WindowPartition partition,
      MongoExpression one,
      MongoExpression other,
      WindowBounds bounds,
      boolean sample) {
    List<Value> left = partition.values(one);
    List<Value> right = partition.values(other);
    List<Value> results = new ArrayList<>();
    for (int i = 0; i < partition.size(); i++) {
      partition.context().step();
      results.add(covariance(left, right, bounds.around(i, partition.keys()), sample));
    }
    return results;
  }

  /// Of the documents that have both numbers.
  private static Value covariance(
      List<Value> left, List<Value> right, int[] window, boolean sample) {
    int count = 0;
    double leftMean = 0;
    double rightMean = 0;
    double products = 0;
    for (int i = window[0]; i < window[1]; i++) {
      if (left.get(i).kind().isNumber() && right.get(i).kind().isNumber()) {
        count++;
        double x = BsonNumbers.toDouble(left.get(i));
        double y = BsonNumbers.toDouble(right.get(i));
        double delta = x - leftMean;
        leftMean += delta / count;
        rightMean += (y - rightMean) / count;
        products += delta * (y - rightMean);
      }
    }
    int divisor = count - (sample ? 1 : 0);
    return divisor <= 0 ? Value.Null.NULL : new Value.Float64(products / divisor);
  }
}
