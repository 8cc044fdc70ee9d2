// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// Partition keys that items may have: any of the alternatives. An alternative gives values to some
/// of the paths of the key and leaves the others open.
///
/// Always a superset of what is meant: where an exact answer would be too large, keys are added,
/// never left out.
record KeySet(List<Map<Integer, Value>> alternatives) {
  /// More than the values of one IN.
  private static final int ALTERNATIVES_MAX = 20_000;

  static final KeySet ALL = new KeySet(List.of(Map.of()));
  static final KeySet NONE = new KeySet(List.of());

  /// The keys with one of the values at the path of that index.
  static KeySet at(int path, List<Value> values) {
    return new KeySet(values.stream().map(value -> Map.of(path, component(value))).toList());
  }

  /// An item with an array or an object at the path has the same key as one with nothing there.
  private static Value component(Value value) {
    return value instanceof Value.Composite ? Value.Undefined.UNDEFINED : value;
  }

  KeySet or(KeySet other) {
    if (isAll() || other.isAll()) {
      return ALL;
    }
    List<Map<Integer, Value>> union = new ArrayList<>(alternatives);
    union.addAll(other.alternatives);
    return union.size() > ALTERNATIVES_MAX ? ALL : new KeySet(union);
  }

  KeySet and(KeySet other) {
    if (isAll()) {
      return other;
    }
    if (other.isAll()) {
      return this;
    }
    long pairs = (long) alternatives.size() * other.alternatives.size();
    if (pairs > ALTERNATIVES_MAX) {
      return alternatives.size() <= other.alternatives.size() ? this : other;
    }
    List<Map<Integer, Value>> both = new ArrayList<>();
    for (Map<Integer, Value> left : alternatives) {
      for (Map<Integer, Value> right : other.alternatives) {
        if (agree(left, right)) {
          Map<Integer, Value> merged = new TreeMap<>(left);
          merged.putAll(right);
          both.add(merged);
        }
      }
    }
    return new KeySet(both);
  }

  private boolean isAll() {
    for (Map<Integer, Value> alternative : alternatives) {
      if (alternative.isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private static boolean agree(Map<Integer, Value> left, Map<Integer, Value> right) {
    return left.entrySet().stream()
        .allMatch(
            entry -> {
              Value value = right.get(entry.getKey());
              return value == null || ValueOrder.SQL.compare(entry.getValue(), value) == 0;
            });
  }
}
