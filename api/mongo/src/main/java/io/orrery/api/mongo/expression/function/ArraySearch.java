// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Comparisons.compare;

import io.orrery.model.value.Value;
import java.util.List;

/// Whether and where an array has a value.
final class ArraySearch {
  private ArraySearch() {}

  static void addTo(FunctionTable table) {
    table.binary("$in", ArraySearch::contains);
    table.positional("$indexOfArray", 2, 4, ArraySearch::indexOf);
  }

  private static Value contains(Value wanted, Value array) {
    List<Value> elements =
        Operands.array(array, 40081, "$in requires an array as a second argument, found: ");
    return Value.Bool.of(elements.stream().anyMatch(each -> compare(each, wanted) == 0));
  }

  private static Value indexOf(Value[] arguments) {
    if (Operands.isNullish(arguments[0])) {
      return Value.Null.NULL;
    }
    List<Value> elements =
        Operands.array(
            arguments[0], 40090, "$indexOfArray requires an array as a first argument, found: ");
    int from = Substrings.bound("$indexOfArray", "starting", arguments, 2, 0);
    int until =
        Math.min(
            Substrings.bound("$indexOfArray", "ending", arguments, 3, elements.size()),
            elements.size());
    for (int at = from; at < until; at++) {
      if (compare(elements.get(at), arguments[1]) == 0) {
        return new Value.Int32(at);
      }
    }
    return new Value.Int32(-1);
  }
}
