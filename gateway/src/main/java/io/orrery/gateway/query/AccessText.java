// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.query.Alternatives.Way;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/// Says in words how candidates were found.
final class AccessText {
  private static final int VALUES_MAX = 20;

  private AccessText() {}

  static String of(Way way) {
    if (way.values().isEmpty()) {
      return "nothing: the filter is never true";
    }
    String values =
        way.values().stream()
            .limit(VALUES_MAX)
            .map(each -> path(each.path()) + " " + text(each.interval()))
            .collect(Collectors.joining(", "));
    int more = way.values().size() - VALUES_MAX;
    return "index " + values + (more > 0 ? " and " + more + " more" : "");
  }

  static List<List<String>> utilized(Way way) {
    return way.values().stream().map(each -> List.of(path(each.path()))).distinct().toList();
  }

  /// The paths in a condition that the index does not have.
  static List<String> potential(Condition condition, Indexes indexes) {
    List<String> paths = new ArrayList<>();
    collect(condition, indexes, paths);
    return paths.stream().distinct().toList();
  }

  private static void collect(Condition condition, Indexes indexes, List<String> paths) {
    switch (condition) {
      case Condition.Values(var path, var _, boolean _) -> {
        if (indexes.isStored(path) && !indexes.has(path)) {
          paths.add(path(path));
        }
      }
      case Condition.All(var parts) -> parts.forEach(part -> collect(part, indexes, paths));
      case Condition.Any(var parts) -> parts.forEach(part -> collect(part, indexes, paths));
      case Condition.Anything _, Condition.Nothing _ -> {}
    }
  }

  static String path(List<IndexPath.Segment> path) {
    return new IndexPath(path, IndexPath.Ending.SCALAR).toString();
  }

  private static String text(Interval interval) {
    if (interval.isPoint()) {
      return "= " + text(interval.lower().value());
    }
    return (interval.lower().inclusive() ? "[" : "(")
        + text(interval.lower().value())
        + " … "
        + text(interval.upper().value())
        + (interval.upper().inclusive() ? "]" : ")");
  }

  private static String text(Value value) {
    return switch (value) {
      case Value.Float64(double number) when Double.isNaN(number) -> "numbers";
      case Value.Text(String text) when text.isEmpty() -> "strings";
      case Value.Binary _ -> "end of strings";
      case Value.Array _ -> "arrays";
      case Value.Document _ -> "objects";
      default -> // as JSON has it
          new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
    };
  }

  static List<Explanation.Touched> touched(List<ReadView> views) {
    return views.stream()
        .map(
            view ->
                new Explanation.Touched(view.ordinal(), view.entries(), view.items(), view.bytes()))
        .toList();
  }
}
