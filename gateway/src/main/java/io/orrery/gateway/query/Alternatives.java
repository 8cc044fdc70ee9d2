// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.model.Direction;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;

/// The ways in which the index can find what meets a condition: any one of them finds it all.
final class Alternatives {

  /// How much a way is likely to leave out, judged by its form; the best comes first.
  enum Promise {
    NOTHING,
    POINTS,
    INTERVAL,
    KIND
  }

  /// Values of which every match has at least one.
  record Way(List<Condition.Values> values, Promise promise) {

    Access.Terms access(Indexes indexes) {
      List<TermRange> ranges = new ArrayList<>(values.size());
      boolean onePath = true;
      for (Condition.Values each : values) {
        ranges.add(indexes.range(each));
        onePath &= !each.isMultiple() && each.path().equals(values.getFirst().path());
      }
      boolean sameValue = values.size() == 1 && values.getFirst().interval().isPoint();
      return new Access.Terms(Indexes.union(ranges), Direction.FORWARD, !onePath, sameValue);
    }

    /// Whether it asks for nothing but properties at these paths.
    boolean isAbout(List<PropertyPath> paths) {
      for (Condition.Values each : values) {
        if (!leadsTo(paths, each)) {
          return false;
        }
      }
      return !values.isEmpty();
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

  /// All ways to find what meets the condition, in an order that depends on nothing else.
  static List<Way> of(Condition condition, Indexes indexes) {
    return new Alternatives(indexes).ways(condition);
  }

  private List<Way> ways(Condition condition) {
    return switch (condition) {
      case Condition.Anything _ -> List.of();
      case Condition.Nothing _ -> List.of(new Way(List.of(), Promise.NOTHING));
      case Condition.Values values ->
          indexes.has(values.path())
              ? List.of(new Way(List.of(values), promise(values.interval())))
              : List.of();
      case Condition.All(List<Condition> parts) -> {
        List<Way> all = new ArrayList<>();
        parts.forEach(part -> all.addAll(ways(part)));
        yield all;
      }
      case Condition.Any(List<Condition> parts) -> any(parts);
    };
  }

  /// A way for each part, taken together; none if a part has none.
  private List<Way> any(List<Condition> parts) {
    HashSet<Condition.Values> values = new HashSet<>();
    List<Condition.Values> inOrder = new ArrayList<>();
    Promise worst = Promise.NOTHING;
    for (Condition part : parts) {
      List<Way> ways = ways(part);
      if (ways.isEmpty()) {
        return List.of();
      }
      Way best = ways.stream().min(Comparator.comparing(Way::promise)).orElseThrow();
      best.values().stream().filter(values::add).forEach(inOrder::add);
      worst = worst.compareTo(best.promise()) > 0 ? worst : best.promise();
    }
    return List.of(new Way(List.copyOf(inOrder), worst));
  }

  private static Promise promise(Interval interval) {
    if (interval.isPoint()) {
      return isKind(interval) ? Promise.KIND : Promise.POINTS;
    }
    return isKind(interval) ? Promise.KIND : Promise.INTERVAL;
  }

  private static boolean isKind(Interval interval) {
    return interval.equals(Interval.BOOLEANS)
        || interval.equals(Interval.NUMBERS)
        || interval.equals(Interval.TEXTS)
        || interval.equals(Interval.ARRAYS)
        || interval.equals(Interval.OBJECTS)
        || interval.equals(Interval.SCALARS)
        || interval.equals(Interval.DEFINED);
  }
}
