// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.OrderKey;
import io.orrery.plan.Pipeline;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the index that gives items in the order of a plan.
record OrderPlanning(Pipeline pipeline, Indexes indexes, DeclaredIndexes declared) {

  /// An index in the order of a plan.
  ///
  /// @param path reads it, as far as the filter allows
  /// @param optional the path at which items may lack a value, and then have no entry; null if
  ///   every item has one or needs one to pass the filter
  record Ordered(AccessPath path, Direction direction, @Nullable List<IndexPath.Segment> optional) {

    /// The whole index in this direction, whatever the filter: positions in it mean nothing to
    /// another.
    AccessPath whole() {
      return switch (path) {
        case AccessPath.IndexOrder order -> order.whole();
        case AccessPath.CompositeOrder order -> order.whole();
        case AccessPath.DeclaredRanges order -> order.whole();
        case AccessPath.FullScan _, AccessPath.PrimaryRange _, AccessPath.IndexRanges _ -> path;
      };
    }
  }

  /// Empty if the items have to be sorted. Fails with INVALID_ARGUMENT if there is no index for
  /// this order and the plan refuses to sort.
  Optional<Ordered> find() {
    List<OrderKey> order = pipeline.order();
    if (!indexes.isInOrder()) {
      return Optional.empty();
    }
    Optional<Ordered> known =
        new DeclaredOrders(declared, order, pipeline.scan().condition()).find();
    if (known.isPresent()) {
      return known;
    }
    if (order.size() > 1) {
      return composite(order);
    }
    return pipeline.values() == ValueOrder.SQL
        ? single(order.getFirst())
        : compositeOfOne(order).or(() -> single(order.getFirst()));
  }

  /// Composite indexes have what is missing in its place, also those of one path.
  private Optional<Ordered> compositeOfOne(List<OrderKey> order) {
    PropertyPath path = propertyPath(order.getFirst());
    if (path == null) {
      return Optional.empty();
    }
    var parts = List.of(new CompositeIndex.Part(path, order.getFirst().descending()));
    return indexes.composite(parts).map(index -> ordered(index, parts, null));
  }

  private Optional<Ordered> single(OrderKey key) {
    List<IndexPath.Segment> path = key.path();
    if (path == null
        || path.isEmpty()
        || !indexes.isStored(path)
        || path.contains(IndexPath.Elements.ALL)) {
      return Optional.empty();
    }
    if (!indexes.has(path)) {
      return unindexed(
          "The order by query cannot be served, because the path "
              + AccessText.path(path)
              + " is excluded from the index.");
    }
    Optional<Condition.Values> filter =
        onPath(pipeline.scan().condition(), path)
            .filter(each -> each.interval().order() == pipeline.values());
    Direction direction = key.descending() ? Direction.REVERSE : Direction.FORWARD;
    AccessPath.IndexOrder access =
        new AccessPath.IndexOrder(
            path,
            filter.map(Condition.Values::interval).orElse(Interval.defined(pipeline.values())),
            direction);
    return Optional.of(new Ordered(access, direction, filter.isPresent() ? null : path));
  }

  private Optional<Ordered> unindexed(String message) {
    return switch (pipeline.unindexed()) {
      case SORT -> Optional.empty();
      case REFUSE -> throw new OrreryException(ErrorCode.INVALID_ARGUMENT, message);
    };
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

  private Optional<Ordered> composite(List<OrderKey> order) {
    List<CompositeIndex.Part> parts = new ArrayList<>();
    for (OrderKey key : order) {
      PropertyPath path = propertyPath(key);
      if (path == null) {
        return Optional.empty();
      }
      parts.add(new CompositeIndex.Part(path, key.descending()));
    }
    Optional<CompositeIndex> index = indexes.composite(parts);
    return index.isPresent()
        ? Optional.of(ordered(index.get(), parts, leading(index.get(), order.getFirst())))
        : unindexed(
            "The order by query does not have a corresponding composite index that it can be"
                + " served from.");
  }

  /// What the filter says of the first path; null if that is nothing, or the path is descending.
  private @Nullable Interval leading(CompositeIndex index, OrderKey first) {
    List<IndexPath.Segment> path = first.path();
    return path == null || index.parts().getFirst().descending()
        ? null
        : onPath(pipeline.scan().condition(), path)
            .map(Condition.Values::interval)
            .filter(interval -> interval.order() == pipeline.values())
            .orElse(null);
  }

  private static Ordered ordered(
      CompositeIndex index, List<CompositeIndex.Part> wanted, @Nullable Interval leading) {
    Direction direction = index.parts().equals(wanted) ? Direction.FORWARD : Direction.REVERSE;
    List<AccessPath.CompositeOrder.Part> parts = new ArrayList<>();
    for (CompositeIndex.Part part : index.parts()) {
      parts.add(new AccessPath.CompositeOrder.Part(part.path(), part.descending()));
    }
    AccessPath access = new AccessPath.CompositeOrder(index.id(), parts, direction, leading);
    return new Ordered(access, direction, null);
  }

  private @Nullable PropertyPath propertyPath(OrderKey key) {
    List<IndexPath.Segment> path = key.path();
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
}
