// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionRead;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/// Says in words how candidates were found.
final class AccessText {
  private static final int VALUES_MAX = 20;

  private AccessText() {}

  /// @param path null if nothing was read
  /// @param one whether the scope is one logical partition
  static String of(@Nullable AccessPath path, boolean one) {
    return switch (path) {
      case null -> "all items";
      case AccessPath.FullScan _ -> one ? "all items of the logical partition" : "all items";
      case AccessPath.PrimaryRange _ -> "items of the logical partition by row key";
      case AccessPath.IndexRanges(var values) when values.isEmpty() ->
          "nothing: the filter is never true";
      case AccessPath.IndexRanges(var values) -> "index " + ranges(values);
      case AccessPath.DeclaredRanges(var ranges, _, _) ->
          "declared index "
              + ranges.stream()
                  .map(range -> Integer.toString(range.index()))
                  .distinct()
                  .collect(Collectors.joining(", "));
      case AccessPath.IndexOrder _, AccessPath.CompositeOrder _ ->
          "index " + String.join(", ", utilized(path).getFirst()) + " in its order";
    };
  }

  private static String ranges(List<Condition.Values> values) {
    String text =
        values.stream()
            .limit(VALUES_MAX)
            .map(each -> path(each.path()) + " " + text(each.interval()))
            .collect(Collectors.joining(", "));
    int more = values.size() - VALUES_MAX;
    return text + (more > 0 ? " and " + more + " more" : "");
  }

  /// The paths of the indexes that are read; those of a composite index together.
  static List<List<String>> utilized(AccessPath path) {
    return switch (path) {
      case AccessPath.FullScan _, AccessPath.PrimaryRange _, AccessPath.DeclaredRanges _ ->
          List.of();
      case AccessPath.IndexRanges(var values) ->
          values.stream().map(each -> List.of(path(each.path()))).distinct().toList();
      case AccessPath.IndexOrder(var segments, _, _) -> List.of(List.of(path(segments)));
      case AccessPath.CompositeOrder(_, var parts, _, _) ->
          List.of(
              parts.stream()
                  .map(part -> part.path() + (part.descending() ? " DESC" : " ASC"))
                  .toList());
    };
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

  static List<Explanation.Touched> touched(List<PartitionRead> reads) {
    return reads.stream()
        .map(
            read ->
                new Explanation.Touched(
                    read.ordinal(),
                    read.usage().entries(),
                    read.usage().items(),
                    read.usage().bytes(),
                    read.returned(),
                    read.nanos(),
                    read.charge()))
        .toList();
  }
}
