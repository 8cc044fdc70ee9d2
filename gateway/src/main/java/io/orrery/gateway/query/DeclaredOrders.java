// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.query.OrderPlanning.Ordered;
import io.orrery.model.Direction;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.DeclaredIndex;
import io.orrery.plan.OrderKey;
import io.orrery.plan.access.AccessPath.DeclaredRanges;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds the declared index that has items in the order of a plan, in either direction. Paths with
/// a single value may stand in front of those that are sorted by, or among them.
///
/// Where items have several entries, the first of an item stands for it, which is right for the
/// whole order of the first path alone.
record DeclaredOrders(DeclaredIndexes indexes, List<OrderKey> order, Condition condition) {

  Optional<Ordered> find() {
    for (DeclaredIndex index : indexes.usable()) {
      Optional<Ordered> found = index.isPartial() ? Optional.empty() : along(index);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private Optional<Ordered> along(DeclaredIndex index) {
    if (order.stream().anyMatch(key -> key.path() == null)) {
      return Optional.empty();
    }
    if (indexes.isMultiple(index)) {
      return order.size() == 1 && leads(index.parts().getFirst(), order.getFirst())
          ? Optional.of(ordered(index, index.parts().getFirst(), order.getFirst(), List.of(), true))
          : Optional.empty();
    }
    List<Condition> conjuncts =
        condition instanceof Condition.All(List<Condition> parts) ? parts : List.of(condition);
    List<Interval> intervals = new ArrayList<>();
    int sorted = 0;
    @Nullable Boolean reverse = null;
    boolean bounded = true;
    for (CompositeIndex.Part part : index.parts()) {
      if (sorted == order.size()) {
        break;
      }
      Optional<Interval> interval = single(part, conjuncts);
      OrderKey key = order.get(sorted);
      boolean point = interval.map(Interval::isPoint).orElse(false);
      if (leads(part, key)) {
        boolean opposite = part.descending() != key.descending();
        if (!point && reverse != null && reverse != opposite) {
          return Optional.empty();
        }
        reverse = point ? reverse : (Boolean) opposite;
        sorted++;
      } else if (!point) {
        return Optional.empty();
      }
      bounded &= interval.isPresent();
      if (bounded) {
        intervals.add(interval.orElseThrow());
        bounded = point;
      }
    }
    return sorted == order.size()
        ? Optional.of(ordered(index, reverse != null && reverse, intervals, false))
        : Optional.empty();
  }

  /// The one interval that a path's values lie in.
  private static Optional<Interval> single(CompositeIndex.Part part, List<Condition> conjuncts) {
    List<List<Interval>> constraints = Constraints.on(part.path(), conjuncts);
    if (constraints.isEmpty()) {
      return Optional.empty();
    }
    List<Interval> union = Constraints.both(constraints);
    return union.size() == 1 ? Optional.of(union.getFirst()) : Optional.empty();
  }

  private static boolean leads(CompositeIndex.Part part, OrderKey key) {
    return key.path() != null && part.path().leadsTo(key.path());
  }

  private static Ordered ordered(
      DeclaredIndex index,
      CompositeIndex.Part part,
      OrderKey key,
      List<Interval> intervals,
      boolean repeating) {
    return ordered(index, part.descending() != key.descending(), intervals, repeating);
  }

  private static Ordered ordered(
      DeclaredIndex index, boolean reverse, List<Interval> intervals, boolean repeating) {
    Direction direction = reverse ? Direction.REVERSE : Direction.FORWARD;
    var range = DeclaredAlternatives.range(index, intervals);
    return new Ordered(new DeclaredRanges(List.of(range), direction, repeating), direction, null);
  }
}
