// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.query.Alternatives.Selectivity;
import io.orrery.model.container.IndexForm;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/// What an index of many paths has of one path that conditions are about: a path that stands in
/// front of its values.
///
/// What is missing has no entry, nor has a document as a whole; a name that is a number may be an
/// element of an array. Conditions of which that is possible are left to others.
record PathBounds(List<List<Interval>> ranges, Selectivity selectivity) {
  private static final int RANGES_MAX = 1000;
  private static final Predicate<String> NUMBER = Pattern.compile("[0-9]+").asMatchPredicate();

  /// The best of the paths; empty if the index has none of them.
  static Optional<PathBounds> of(IndexForm.EveryPath paths, List<Condition> conjuncts) {
    Optional<PathBounds> best = Optional.empty();
    for (List<String> names : names(conjuncts)) {
      String path = String.join(".", names);
      if (isInItems(names) && paths.covers(path)) {
        Optional<PathBounds> found = of(names, path, conjuncts);
        boolean better =
            found.isPresent()
                && best.map(each -> found.get().selectivity().compareTo(each.selectivity()) < 0)
                    .orElse(true);
        best = better ? found : best;
      }
    }
    return best;
  }

  /// Whether a path is one of items by itself: one that begins with a dollar asks for entries of
  /// another index.
  private static boolean isInItems(List<String> names) {
    return !names.getFirst().startsWith("$") && names.stream().noneMatch(NUMBER);
  }

  private static Optional<PathBounds> of(
      List<String> names, String path, List<Condition> conjuncts) {
    List<List<Interval>> usable =
        Constraints.on(PropertyPath.of(names.toArray(String[]::new)), conjuncts).stream()
            .filter(intervals -> intervals.stream().allMatch(PathBounds::isIndexed))
            .toList();
    if (usable.isEmpty()) {
      return Optional.empty();
    }
    List<Interval> values = Constraints.best(usable);
    if (values.size() > RANGES_MAX) {
      return Optional.empty();
    }
    List<List<Interval>> ranges = new ArrayList<>();
    for (Interval each : values) {
      ranges.add(List.of(Interval.point(new Value.Text(path), each.order()), each));
    }
    boolean points = values.stream().allMatch(Interval::isPoint);
    return Optional.of(new PathBounds(ranges, points ? Selectivity.POINTS : Selectivity.INTERVAL));
  }

  private static boolean isIndexed(Interval interval) {
    return !Constraints.hasNull(interval)
        && interval.intersect(Interval.ofKind(Kind.OBJECT, interval.order())).isEmpty();
  }

  private static Set<List<String>> names(List<Condition> conditions) {
    Set<List<String>> all = new LinkedHashSet<>();
    for (Condition condition : conditions) {
      switch (condition) {
        case Condition.Values(List<IndexPath.Segment> path, var _, var _) -> {
          List<String> names = new ArrayList<>();
          for (IndexPath.Segment segment : path) {
            if (segment instanceof IndexPath.Name(String name)) {
              names.add(name);
            }
          }
          if (names.size() == path.size()) {
            all.add(names);
          }
        }
        case Condition.Any(List<Condition> branches) -> all.addAll(names(branches));
        case Condition.All(List<Condition> _), Condition.Anything _, Condition.Nothing _ -> {
          // About no one path.
        }
      }
    }
    return all;
  }
}
