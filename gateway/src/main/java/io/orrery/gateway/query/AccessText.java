// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.query.Alternatives.Way;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
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
    return interval.isPoint() && interval.lower() instanceof Bound.At(Value value, boolean _)
        ? "= " + text(value)
        : lower(interval.lower()) + " … " + upper(interval.upper());
  }

  private static String lower(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> (inclusive ? "[" : "(") + text(value);
      case Bound.Before(Kind kind) -> "[" + name(kind);
      case Bound.Behind(Kind kind) -> "(end of " + name(kind);
    };
  }

  private static String upper(Bound bound) {
    return switch (bound) {
      case Bound.At(Value value, boolean inclusive) -> text(value) + (inclusive ? "]" : ")");
      case Bound.Before(Kind kind) -> name(kind) + ")";
      case Bound.Behind(Kind kind) -> "end of " + name(kind) + ")";
    };
  }

  private static String name(Kind kind) {
    if (kind.isNumber()) {
      return "numbers";
    }
    return kind == Kind.TEXT
        ? "strings"
        : kind.name().toLowerCase(Locale.ROOT).replace('_', ' ') + "s";
  }

  /// As JSON has it.
  private static String text(Value value) {
    return new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }

  static List<Explanation.Touched> touched(List<ReadView> views) {
    return views.stream()
        .map(
            view ->
                new Explanation.Touched(view.ordinal(), view.entries(), view.items(), view.bytes()))
        .toList();
  }
}
