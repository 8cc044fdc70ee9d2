// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Bound;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// The access paths by which the index can find what meets a condition: any one of them finds it
/// all.
final class Alternatives {

  /// How much of the data an access path is likely to leave out, judged by its form; the most
  /// selective comes first.
  enum Selectivity {
    /// Nothing is found at all.
    EMPTY,
    /// Single values.
    POINTS,
    /// Values between two bounds.
    INTERVAL,
    /// All values of a type.
    TYPE
  }

  /// One of the access paths.
  record Alternative(AccessPath path, Selectivity selectivity) {

    private Alternative(List<Condition.Values> values, Selectivity selectivity) {
      this(new AccessPath.IndexRanges(values), selectivity);
    }

    /// The values at paths that it asks for; none if it asks for something else.
    List<Condition.Values> values() {
      return path instanceof AccessPath.IndexRanges(List<Condition.Values> values)
          ? values
          : List.of();
    }

    /// Whether it asks for nothing but properties at these paths.
    boolean isAbout(List<PropertyPath> paths) {
      for (Condition.Values each : values()) {
        if (!leadsTo(paths, each)) {
          return false;
        }
      }
      return !values().isEmpty();
    }

    private static boolean leadsTo(List<PropertyPath> paths, Condition.Values values) {
      for (PropertyPath path : paths) {
        if (path.leadsTo(values.path())) {
          return true;
        }
      }
      return false;
    }
  }

  private final Indexes indexes;

  private Alternatives(Indexes indexes) {
    this.indexes = indexes;
  }

  /// All access paths to what meets the condition, in an order that depends on nothing else.
  static List<Alternative> of(Condition condition, Indexes indexes) {
    return new Alternatives(indexes).alternatives(condition);
  }

  private List<Alternative> alternatives(Condition condition) {
    return switch (condition) {
      case Condition.Anything _ -> List.of();
      case Condition.Nothing _ -> List.of(new Alternative(List.of(), Selectivity.EMPTY));
      case Condition.Values values ->
          indexes.has(values)
              ? List.of(new Alternative(List.of(values), selectivity(values.interval())))
              : List.of();
      case Condition.All(List<Condition> parts) -> {
        List<Alternative> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(alternatives(part)));
        yield all;
      }
      case Condition.Any(List<Condition> parts) -> any(parts);
    };
  }

  /// One for each part, taken together; none if a part has none.
  private List<Alternative> any(List<Condition> parts) {
    HashSet<Condition.Values> values = new HashSet<>();
    List<Condition.Values> inOrder = new ArrayList<>();
    Selectivity worst = Selectivity.EMPTY;
    for (Condition part : parts) {
      List<Alternative> alternatives = alternatives(part);
      if (alternatives.isEmpty()) {
        return List.of();
      }
      Alternative best =
          alternatives.stream().min(Comparator.comparing(Alternative::selectivity)).orElseThrow();
      best.values().stream().filter(values::add).forEach(inOrder::add);
      worst = worst.compareTo(best.selectivity()) > 0 ? worst : best.selectivity();
    }
    return List.of(new Alternative(List.copyOf(inOrder), worst));
  }

  private static Selectivity selectivity(Interval interval) {
    if (interval.lower() instanceof Bound.At || interval.upper() instanceof Bound.At) {
      return interval.isPoint() ? Selectivity.POINTS : Selectivity.INTERVAL;
    }
    return isType(interval) ? Selectivity.TYPE : Selectivity.INTERVAL;
  }

  private static boolean isType(Interval interval) {
    return interval.equals(Interval.BOOLEANS)
        || interval.equals(Interval.NUMBERS)
        || interval.equals(Interval.TEXTS)
        || interval.equals(Interval.ARRAYS)
        || interval.equals(Interval.OBJECTS)
        || interval.equals(Interval.SCALARS)
        || interval.equals(Interval.DEFINED);
  }
}
