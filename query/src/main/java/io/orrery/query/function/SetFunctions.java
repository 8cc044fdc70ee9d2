// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Arrays as sets: without duplicates, elements equal all the way down, numbers by value. The
/// documentation's examples give an intersection in the order of the second array.
final class SetFunctions {
  static final List<Function> ALL =
      List.of(
          ofTwo("SetDifference", SetFunctions::difference),
          ofTwo("SetEqual", SetFunctions::equal),
          ofTwo("SetIntersect", SetFunctions::intersection),
          ofTwo("SetUnion", SetFunctions::union));

  private SetFunctions() {}

  /// What a function makes of the elements of two arrays.
  @FunctionalInterface
  private interface OfTwo {
    Value apply(List<Value> first, List<Value> second);
  }

  private static Function ofTwo(String name, OfTwo body) {
    return pure(
        name,
        2,
        arguments ->
            arguments[0] instanceof Array(List<Value> first)
                    && arguments[1] instanceof Array(List<Value> second)
                ? body.apply(first, second)
                : UNDEFINED);
  }

  private static Set<Value> set(List<Value> elements) {
    Set<Value> set = new TreeSet<>(ValueOrder.SQL);
    set.addAll(elements);
    return set;
  }

  private static Value difference(List<Value> first, List<Value> second) {
    Set<Value> seen = set(second);
    List<Value> result = new ArrayList<>();
    for (Value element : first) {
      if (seen.add(element)) {
        result.add(element);
      }
    }
    return new Array(result);
  }

  private static Value intersection(List<Value> first, List<Value> second) {
    Set<Value> wanted = set(first);
    List<Value> result = new ArrayList<>();
    for (Value element : second) {
      if (wanted.remove(element)) {
        result.add(element);
      }
    }
    return new Array(result);
  }

  private static Value union(List<Value> first, List<Value> second) {
    Set<Value> seen = new TreeSet<>(ValueOrder.SQL);
    List<Value> result = new ArrayList<>();
    for (List<Value> elements : List.of(first, second)) {
      for (Value element : elements) {
        if (seen.add(element)) {
          result.add(element);
        }
      }
    }
    return new Array(result);
  }

  private static Value equal(List<Value> first, List<Value> second) {
    Set<Value> firstSet = set(first);
    Set<Value> secondSet = set(second);
    return Bool.of(firstSet.size() == secondSet.size() && firstSet.containsAll(secondSet));
  }
}
