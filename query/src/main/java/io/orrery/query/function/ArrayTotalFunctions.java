// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.ValueOrder;
import java.util.List;

/// One value for all elements of an array. Sums, averages and medians want nothing but numbers, the
/// lowest and highest nothing but numbers, strings, booleans and nulls; anything else makes them
/// undefined. Of an empty array only the sum is defined.
final class ArrayTotalFunctions {
  static final List<Function> ALL =
      List.of(
          ofNumbers("ARRAY_AVG", ArrayTotalFunctions::average),
          ofPrimitives("ARRAY_MAX", 1),
          ofNumbers("ARRAY_MEDIAN", ArrayTotalFunctions::median),
          ofPrimitives("ARRAY_MIN", -1),
          ofNumbers("ARRAY_SUM", ArrayTotalFunctions::sum));

  private ArrayTotalFunctions() {}

  /// What a function makes of the elements of an array.
  @FunctionalInterface
  private interface Total {
    Value of(List<Value> elements);
  }

  private static Function ofNumbers(String name, Total total) {
    return pure(
        name,
        1,
        arguments ->
            arguments[0] instanceof Array(List<Value> elements)
                    && elements.stream().allMatch(element -> element.kind().isNumber())
                ? total.of(elements)
                : UNDEFINED);
  }

  private static Function ofPrimitives(String name, int direction) {
    return pure(
        name,
        1,
        arguments ->
            arguments[0] instanceof Array(List<Value> elements)
                    && elements.stream().allMatch(ArrayTotalFunctions::isComparable)
                ? extreme(elements, direction)
                : UNDEFINED);
  }

  private static boolean isComparable(Value element) {
    Kind kind = element.kind();
    return kind.isNumber() || kind == Kind.TEXT || kind == Kind.BOOLEAN || kind == Kind.NULL;
  }

  private static Value extreme(List<Value> elements, int direction) {
    Value extreme = UNDEFINED;
    for (Value element : elements) {
      if (extreme == UNDEFINED || ValueOrder.SQL.compare(element, extreme) * direction > 0) {
        extreme = element;
      }
    }
    return extreme;
  }

  private static Value sum(List<Value> numbers) {
    return Numbers.of(total(numbers));
  }

  private static Value average(List<Value> numbers) {
    // 0/0, hence undefined, for no numbers at all.
    return Numbers.of(total(numbers) / numbers.size());
  }

  private static double total(List<Value> numbers) {
    double total = 0;
    for (Value number : numbers) {
      total += Numbers.toDouble(number);
    }
    return total;
  }

  private static Value median(List<Value> numbers) {
    if (numbers.isEmpty()) {
      return UNDEFINED;
    }
    double[] sorted = numbers.stream().mapToDouble(Numbers::toDouble).sorted().toArray();
    int middle = sorted.length / 2;
    return Numbers.of(
        sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2);
  }
}
