// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Sums, means and deviations of the numbers of an array, or of several arguments. What is no
/// number is left out.
public final class NumberStatistics {
  private NumberStatistics() {}

  static void addTo(FunctionTable table) {
    table.any("$sum", all -> sum(numbers(all)));
    table.any("$avg", all -> average(numbers(all)));
    table.any("$min", all -> extreme(values(all), -1));
    table.any("$max", all -> extreme(values(all), 1));
    table.any("$stdDevPop", all -> deviation(numbers(all), false));
    table.any("$stdDevSamp", all -> deviation(numbers(all), true));
  }

  /// The elements of an array that stands alone, or the arguments.
  private static List<Value> values(Value[] arguments) {
    return arguments.length == 1 && arguments[0] instanceof Value.Array(List<Value> elements)
        ? elements
        : List.of(arguments);
  }

  private static List<Value> numbers(Value[] arguments) {
    return numbers(values(arguments));
  }

  public static List<Value> numbers(List<Value> values) {
    return values.stream().filter(Operands::isNumber).toList();
  }

  public static Value sum(List<Value> numbers) {
    NumberTotal total = new NumberTotal();
    numbers.forEach(total::add);
    return total.sum();
  }

  /// Null of nothing.
  public static Value average(List<Value> numbers) {
    NumberTotal total = new NumberTotal();
    numbers.forEach(total::add);
    return total.average();
  }

  /// The least or the greatest; null and what is missing do not count, and are all there is
  /// otherwise.
  public static Value extreme(List<Value> values, int sign) {
    Value best = Value.Null.NULL;
    for (Value each : values) {
      boolean better =
          best == Value.Null.NULL || Integer.signum(Comparisons.compare(each, best)) == sign;
      if (!Operands.isNullish(each) && better) {
        best = each;
      }
    }
    return best;
  }

  /// The standard deviation, of all there is or of a sample. Null where it is not defined.
  public static Value deviation(List<Value> numbers, boolean sample) {
    List<Double> doubles = new ArrayList<>();
    numbers.forEach(each -> doubles.add(BsonNumbers.toDouble(each)));
    int divisor = doubles.size() - (sample ? 1 : 0);
    if (divisor <= 0) {
      return Value.Null.NULL;
    }
    double mean = 0;
    double squares = 0;
    int count = 0;
    for (double each : doubles) {
      count++;
      double delta = each - mean;
      mean += delta / count;
      squares += delta * (each - mean);
    }
    return new Value.Float64(Math.sqrt(squares / divisor));
  }
}
