// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// What a dotted path finds in a document: it leads through arrays into all their elements that are
/// documents, and a name that is a number also names the element at that place.
final class BsonPaths {
  private BsonPaths() {}

  /// Every value that the path leads to; undefined where it ends before.
  static List<Value> find(Value value, List<String> names) {
    List<Value> found = new ArrayList<>();
    collect(value, names, 0, found);
    return found;
  }

  private static void collect(Value value, List<String> names, int at, List<Value> found) {
    if (at == names.size()) {
      found.add(value);
      return;
    }
    switch (value) {
      case Value.Document document ->
          collect(document.property(names.get(at)), names, at + 1, found);
      case Value.Array(List<Value> elements) -> collectElements(elements, names, at, found);
      case Value _ -> found.add(Value.Undefined.UNDEFINED);
    }
  }

  private static void collectElements(
      List<Value> elements, List<String> names, int at, List<Value> found) {
    int index = index(names.get(at));
    if (index >= 0 && index < elements.size()) {
      collect(elements.get(index), names, at + 1, found);
    }
    for (Value element : elements) {
      if (element instanceof Value.Document document) {
        collect(document.property(names.get(at)), names, at + 1, found);
      }
    }
  }

  private static int index(String name) {
    if (name.isEmpty() || name.length() > 9) {
      return -1;
    }
    for (int i = 0; i < name.length(); i++) {
      if (name.charAt(i) < '0' || name.charAt(i) > '9') {
        return -1;
      }
    }
    return Integer.parseInt(name);
  }

  /// Whether a value meets a condition: one that was found does, or an element of it does if it is
  /// an array. Where nothing was found at all, what is missing is asked.
  static boolean any(List<Value> found, Predicate<Value> condition) {
    if (found.isEmpty()) {
      return condition.test(Value.Undefined.UNDEFINED);
    }
    for (Value value : found) {
      if (condition.test(value)
          || (value instanceof Value.Array(List<Value> elements)
              && elements.stream().anyMatch(condition))) {
        return true;
      }
    }
    return false;
  }
}
