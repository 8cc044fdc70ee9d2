// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// What several conditions that are all true say about the values at one path. Each constraint is a
/// list of intervals, of which one has the value.
final class Constraints {
  private Constraints() {}

  static List<List<Interval>> on(PropertyPath path, List<Condition> conjuncts) {
    List<List<Interval>> constraints = new ArrayList<>();
    for (Condition conjunct : conjuncts) {
      List<Interval> intervals = intervals(path, conjunct);
      if (!intervals.isEmpty()) {
        constraints.add(intervals);
      }
    }
    return constraints;
  }

  /// Empty if a condition is about something else as well.
  private static List<Interval> intervals(PropertyPath path, Condition condition) {
    if (condition instanceof Condition.Values values) {
      return path.leadsTo(values.path()) ? List.of(values.interval()) : List.of();
    }
    if (!(condition instanceof Condition.Any(List<Condition> branches))) {
      return List.of();
    }
    List<Interval> all = new ArrayList<>();
    for (Condition branch : branches) {
      List<Interval> some = intervals(path, branch);
      if (some.isEmpty()) {
        return List.of();
      }
      all.addAll(some);
    }
    return all;
  }

  /// The values that meet all constraints.
  static List<Interval> both(List<List<Interval>> constraints) {
    List<Interval> met = constraints.getFirst();
    for (List<Interval> next : constraints.subList(1, constraints.size())) {
      List<Interval> both = new ArrayList<>();
      for (Interval one : met) {
        for (Interval other : next) {
          Interval common = one.intersect(other);
          if (!common.isEmpty()) {
            both.add(common);
          }
        }
      }
      met = both;
    }
    return met;
  }

  /// The one constraint that leaves out most, by its form.
  static List<Interval> best(List<List<Interval>> constraints) {
    return constraints.stream()
        .min(
            Comparator.comparingInt(
                intervals -> intervals.stream().allMatch(Interval::isPoint) ? 0 : 1))
        .orElseThrow();
  }

  /// Whether what is missing lies in an interval.
  static boolean hasNull(Interval interval) {
    return !interval.intersect(Interval.point(Value.Null.NULL, interval.order())).isEmpty();
  }
}
