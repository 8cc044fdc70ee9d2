// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;

/// Some elements of an array: the first, last, least or greatest so many.
public final class ArrayPicks {
  private ArrayPicks() {}

  static void addTo(FunctionTable table) {
    pick(table, "$firstN", (elements, n) -> elements.subList(0, Math.min(n, elements.size())));
    pick(
        table,
        "$lastN",
        (elements, n) -> elements.subList(Math.max(0, elements.size() - n), elements.size()));
    pick(table, "$minN", (elements, n) -> extreme(elements, n, Comparisons::compare));
    pick(table, "$maxN", (elements, n) -> extreme(elements, n, Comparisons.GREATEST_FIRST));
  }

  private static void pick(
      FunctionTable table, String name, BiFunction<List<Value>, Integer, List<Value>> picked) {
    table.named(
        name,
        5787900,
        5787901,
        List.of(
            CallForm.Parameter.required("n", 5787906),
            CallForm.Parameter.required("input", 5787907)),
        arguments -> {
          int n = count(arguments[0]);
          List<Value> elements =
              Operands.array(
                  arguments[1],
                  5788200,
                  "Argument to %s must be an array, but is ".formatted(name));
          return new Value.Array(picked.apply(elements, n));
        });
  }

  private static List<Value> extreme(List<Value> elements, int n, Comparator<Value> order) {
    return elements.stream()
        .filter(each -> !Operands.isNullish(each))
        .sorted(order)
        .limit(n)
        .toList();
  }

  /// How many are wanted.
  public static int count(Value n) {
    if (!Operands.isNumber(n)) {
      throw MongoFailure.at(
          5787902, "Value for 'n' must be of integral type, but found " + Operands.type(n));
    }
    long count =
        BsonNumbers.findWhole(n)
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        5787903, "Value for 'n' must be of integral type, but found a fraction"));
    if (count <= 0) {
      throw MongoFailure.at(5787908, "'n' must be greater than 0, found " + count);
    }
    return (int) Math.min(count, Integer.MAX_VALUE);
  }
}
