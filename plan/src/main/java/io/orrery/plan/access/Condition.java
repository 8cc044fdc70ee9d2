// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.access;

import io.orrery.model.key.IndexPath;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// What is true of every item that passes a filter. Others may meet it as well.
public sealed interface Condition {

  /// Says nothing.
  enum Anything implements Condition {
    ANYTHING
  }

  /// No item passes.
  enum Nothing implements Condition {
    NOTHING
  }

  /// The item has a value inside the interval at the path; where the path goes through arrays, at
  /// least one.
  ///
  /// @param exact whether every item of which this is true passes what it was made from
  record Values(List<IndexPath.Segment> path, Interval interval, boolean exact)
      implements Condition {
    public Values {
      path = List.copyOf(path);
    }

    /// The same, when something else decides as well.
    public Values inexact() {
      return new Values(path, interval, false);
    }

    /// Whether an item may have several values there.
    public boolean isMultiple() {
      return path.contains(IndexPath.Elements.ALL);
    }
  }

  record All(List<Condition> parts) implements Condition {
    public All {
      parts = List.copyOf(parts);
    }
  }

  record Any(List<Condition> parts) implements Condition {
    public Any {
      parts = List.copyOf(parts);
    }
  }

  /// All of several conditions; intervals of one path become one. What says nothing is left out, so
  /// that the rest does not decide alone any more.
  static Condition all(List<Condition> conditions) {
    List<Condition> parts = new ArrayList<>();
    boolean complete = !conditions.contains(Anything.ANYTHING);
    Map<List<IndexPath.Segment>, Values> single = new LinkedHashMap<>();
    for (Condition condition : flattened(conditions, true)) {
      switch (condition) {
        case Anything _ -> {}
        case Nothing nothing -> {
          return nothing;
        }
        case Values values when !values.isMultiple() ->
            single.merge(values.path(), complete ? values : values.inexact(), Condition::both);
        case Values _, All _, Any _ -> parts.add(condition);
      }
    }
    if (single.values().stream().anyMatch(values -> values.interval().isEmpty())) {
      return Nothing.NOTHING;
    }
    parts.addAll(0, single.values());
    return switch (parts.size()) {
      case 0 -> Anything.ANYTHING;
      case 1 -> parts.getFirst();
      default -> new All(parts);
    };
  }

  private static Values both(Values one, Values other) {
    return new Values(
        one.path(), one.interval().intersect(other.interval()), one.exact() && other.exact());
  }

  static Condition any(List<Condition> conditions) {
    List<Condition> parts = new ArrayList<>();
    for (Condition condition : flattened(conditions, false)) {
      switch (condition) {
        case Anything anything -> {
          return anything;
        }
        case Nothing _ -> {}
        case Values _, All _, Any _ -> parts.add(condition);
      }
    }
    return switch (parts.size()) {
      case 0 -> Nothing.NOTHING;
      case 1 -> parts.getFirst();
      default -> new Any(parts);
    };
  }

  private static List<Condition> flattened(List<Condition> conditions, boolean conjunction) {
    List<Condition> flat = new ArrayList<>(conditions.size());
    for (Condition condition : conditions) {
      switch (condition) {
        case All(List<Condition> parts) when conjunction -> flat.addAll(parts);
        case Any(List<Condition> parts) when !conjunction -> flat.addAll(parts);
        case All _, Any _, Values _, Anything _, Nothing _ -> flat.add(condition);
      }
    }
    return flat;
  }
}
