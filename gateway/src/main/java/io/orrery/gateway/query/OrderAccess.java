// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.partition.indexing.CompositeIndex;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.access.Condition;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// How the index gives items in the order of ORDER BY.
///
/// @param access the entries in that order
/// @param all every entry of that index, whatever the filter
/// @param path whose entries these are; null for a composite index, which has one for every item
/// @param definite whether no item without a value at the path passes the filter
/// @param paths of the index, for people
record OrderAccess(
    Access.Terms access,
    Access.Terms all,
    @Nullable List<IndexPath.Segment> path,
    boolean definite,
    List<String> paths) {

  /// The same for the same index in the same direction: positions in it mean nothing to another.
  int mark() {
    return all.mark();
  }

  /// In words.
  String text() {
    return "index " + String.join(", ", paths) + " in its order";
  }

  /// Empty if the items have to be sorted. Fails with INVALID_ARGUMENT if the container's policy
  /// has no index for this order.
  static Optional<OrderAccess> of(QueryRequest request, Indexes indexes) {
    List<QueryRequest.Sort> order = request.order();
    if (order.size() == 1) {
      return single(order.getFirst(), request, indexes);
    }
    List<CompositeIndex.Part> parts = new ArrayList<>();
    for (QueryRequest.Sort sort : order) {
      PropertyPath path = propertyPath(sort, indexes);
      if (path == null) {
        return Optional.empty();
      }
      parts.add(new CompositeIndex.Part(path, sort.descending()));
    }
    return Optional.of(
        indexes
            .composite(parts)
            .map(composite -> composite(composite, parts))
            .orElseThrow(
                () ->
                    refused(
                        "The order by query does not have a corresponding composite index that it"
                            + " can be served from.")));
  }

  private static Optional<OrderAccess> single(
      QueryRequest.Sort sort, QueryRequest request, Indexes indexes) {
    List<IndexPath.Segment> path = sort.path();
    if (path == null
        || path.isEmpty()
        || !indexes.isStored(path)
        || path.contains(IndexPath.Elements.ALL)) {
      return Optional.empty();
    }
    if (!indexes.has(path)) {
      throw refused(
          "The order by query cannot be served, because the path "
              + AccessText.path(path)
              + " is excluded from the index.");
    }
    Optional<Condition.Values> filter = onPath(request.condition(), path);
    TermRange range = filter.map(indexes::range).orElseGet(() -> TermRange.of(path));
    Direction direction = sort.descending() ? Direction.REVERSE : Direction.FORWARD;
    return Optional.of(
        new OrderAccess(
            Access.Terms.of(range, direction),
            Access.Terms.of(TermRange.of(path), direction),
            path,
            filter.isPresent(),
            List.of(AccessText.path(path))));
  }

  private static Optional<Condition.Values> onPath(
      Condition condition, List<IndexPath.Segment> path) {
    return switch (condition) {
      case Condition.Values values when values.path().equals(path) -> Optional.of(values);
      case Condition.All(List<Condition> parts) ->
          parts.stream().flatMap(part -> onPath(part, path).stream()).findFirst();
      case Condition.Values _, Condition.Any _, Condition.Anything _, Condition.Nothing _ ->
          Optional.empty();
    };
  }

  private static OrderAccess composite(CompositeIndex composite, List<CompositeIndex.Part> parts) {
    Direction direction = composite.parts().equals(parts) ? Direction.FORWARD : Direction.REVERSE;
    Access.Terms all = Access.Terms.of(TermRange.of(composite), direction);
    return new OrderAccess(
        all,
        all,
        null,
        true,
        composite.parts().stream()
            .map(part -> part.path() + (part.descending() ? " DESC" : " ASC"))
            .toList());
  }

  private static @Nullable PropertyPath propertyPath(QueryRequest.Sort sort, Indexes indexes) {
    List<IndexPath.Segment> path = sort.path();
    if (path == null || path.isEmpty() || !indexes.isStored(path)) {
      return null;
    }
    List<String> names = new ArrayList<>();
    for (IndexPath.Segment segment : path) {
      if (!(segment instanceof IndexPath.Name(String name))) {
        return null;
      }
      names.add(name);
    }
    return PropertyPath.of(names.toArray(String[]::new));
  }

  private static OrreryException refused(String message) {
    return new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
  }
}
