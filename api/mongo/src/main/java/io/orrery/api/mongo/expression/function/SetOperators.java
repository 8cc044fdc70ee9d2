// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.isNullish;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Arrays as sets: order and repetitions do not count. Results are sorted.
final class SetOperators {
  private SetOperators() {}

  static void addTo(FunctionTable table) {
    table.positional("$setEquals", 0, Integer.MAX_VALUE, SetOperators::equal);
    table.any("$setIntersection", SetOperators::intersection);
    table.any("$setUnion", SetOperators::union);
    table.binary("$setDifference", SetOperators::difference);
    table.binary("$setIsSubset", SetOperators::isSubset);
    table.unary("$anyElementTrue", value -> elements("$anyElementTrue", 17041, value, true));
    table.unary("$allElementsTrue", value -> elements("$allElementsTrue", 17040, value, false));
  }

  private static Set<Value> set(List<Value> elements) {
    Set<Value> set = new TreeSet<>(Comparisons::compare);
    set.addAll(elements);
    return set;
  }

  private static Value equal(Value[] arguments) {
    if (arguments.length < 2) {
      throw MongoFailure.at(
          17045, "$setEquals needs at least two arguments had: " + arguments.length);
    }
    List<Set<Value>> sets = new ArrayList<>();
    for (int i = 0; i < arguments.length; i++) {
      sets.add(
          set(
              Operands.array(
                  arguments[i],
                  17044,
                  "All operands of $setEquals must be arrays. %d-th argument is of type: "
                      .formatted(i + 1))));
    }
    Set<Value> first = sets.getFirst();
    return Value.Bool.of(
        sets.stream().allMatch(each -> each.size() == first.size() && first.containsAll(each)));
  }

  private static Value intersection(Value[] arguments) {
    Set<Value> common = null;
    for (Value each : arguments) {
      if (isNullish(each)) {
        return Value.Null.NULL;
      }
      Set<Value> next =
          set(
              Operands.array(
                  each,
                  17047,
                  "All operands of $setIntersection must be arrays. One argument is of type: "));
      if (common == null) {
        common = next;
      } else {
        common.removeIf(value -> !next.contains(value));
      }
    }
    return new Value.Array(common == null ? List.of() : List.copyOf(common));
  }

  private static Value union(Value[] arguments) {
    Set<Value> all = new TreeSet<>(Comparisons::compare);
    for (Value each : arguments) {
      if (isNullish(each)) {
        return Value.Null.NULL;
      }
      all.addAll(
          Operands.array(
              each, 17043, "All operands of $setUnion must be arrays. One argument is of type: "));
    }
    return new Value.Array(List.copyOf(all));
  }

  /// In the order of the first array.
  private static Value difference(Value from, Value taken) {
    if (Operands.anyNullish(from, taken)) {
      return Value.Null.NULL;
    }
    List<Value> elements = first("$setDifference", 17048, from);
    Set<Value> seen = set(second("$setDifference", 17049, taken));
    List<Value> left = new ArrayList<>();
    for (Value each : elements) {
      if (seen.add(each)) {
        left.add(each);
      }
    }
    return new Value.Array(left);
  }

  private static Value isSubset(Value part, Value whole) {
    List<Value> elements = first("$setIsSubset", 17046, part);
    return Value.Bool.of(set(second("$setIsSubset", 17042, whole)).containsAll(elements));
  }

  private static List<Value> first(String name, int location, Value value) {
    return Operands.array(
        value,
        location,
        "both operands of %s must be arrays. First argument is of type: ".formatted(name));
  }

  private static List<Value> second(String name, int location, Value value) {
    return Operands.array(
        value,
        location,
        "both operands of %s must be arrays. Second argument is of type: ".formatted(name));
  }

  private static Value elements(String name, int location, Value value, boolean any) {
    if (!(value instanceof Value.Array(List<Value> elements))) {
      throw MongoFailure.at(
          location, "%s's argument must be an array, but is %s".formatted(name, type(value)));
    }
    return Value.Bool.of(
        any
            ? elements.stream().anyMatch(Operands::isTrue)
            : elements.stream().allMatch(Operands::isTrue));
  }
}
