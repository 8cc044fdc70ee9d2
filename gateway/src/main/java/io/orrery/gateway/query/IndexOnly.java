// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.model.Direction;
import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.TermRange;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.Group;
import io.orrery.query.evaluate.Item;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Aggregates that the index answers without the items.
final class IndexOnly {
  private final Work work;
  private final Indexes indexes;
  private final CompiledQuery query;

  IndexOnly(Work work, Indexes indexes) {
    this.work = work;
    this.indexes = indexes;
    this.query = work.query();
  }

  /// The query's only group; empty if items have to be looked at.
  Optional<Group> group() {
    Shortcut shortcut = work.request().shortcut();
    if (shortcut == null || !isApplicable()) {
      return Optional.empty();
    }
    return switch (shortcut) {
      case Shortcut.Count _ -> Optional.of(count());
      case Shortcut.Extreme(List<IndexPath.Segment> path, boolean greatest) ->
          extreme(path, greatest);
    };
  }

  /// Whether every entry stands for a live item of the scope.
  private boolean isApplicable() {
    boolean known =
        !(work.request().condition() instanceof Condition.Values(var path, var interval, _))
            || (indexes.has(path)
                && !indexes.isCut(interval.lower())
                && !indexes.isCut(interval.upper()));
    return known && work.all().stream().allMatch(this::isWholeAndAlive);
  }

  private boolean isWholeAndAlive(ReadView view) {
    return work.views().scope().isAllOf(view.range())
        && view.view().settings().newest().ttlSeconds() == PartitionSettings.TTL_OFF
        && view.view().state().condemned().isEmpty();
  }

  private Group count() {
    Group group = query.newGroup(new Value[0]);
    Frame frame = work.frame();
    for (ReadView view : work.all()) {
      long count = count(view);
      for (long i = 0; i < count; i++) {
        long _ = group.add(frame);
      }
    }
    return group;
  }

  private long count(ReadView view) {
    if (!(work.request().condition() instanceof Condition.Values values)) {
      return view.view().state().counters().items();
    }
    long count = view.view().countTerms(indexes.range(values), work.context()::throwIfDone);
    view.countEntries(count);
    return count;
  }

  /// Arrays and objects make the result undefined, and the index does not order them: where there
  /// are any, the items have to be looked at.
  private Optional<Group> extreme(List<IndexPath.Segment> path, boolean greatest) {
    if (!indexes.has(path)) {
      return Optional.empty();
    }
    Interval wanted =
        work.request().condition() instanceof Condition.Values values
            ? values.interval()
            : Interval.DEFINED;
    Group group = query.newGroup(new Value[0]);
    Frame frame = work.frame();
    for (ReadView view : work.all()) {
      boolean compound =
          first(view, indexes.range(path, Interval.ARRAYS), false) != null
              || first(view, indexes.range(path, Interval.OBJECTS), false) != null;
      if (compound) {
        return Optional.empty();
      }
      Item item = first(view, indexes.range(path, wanted), greatest);
      if (item != null && indexes.isCut(value(item, path))) {
        return Optional.empty();
      }
      if (item != null) {
        boolean _ =
            query.rows(
                item,
                frame,
                at -> {
                  long _ = group.add(at);
                  return true;
                });
      }
    }
    return Optional.of(group);
  }

  private static Value value(Item item, List<IndexPath.Segment> path) {
    Value value = item.whole();
    for (IndexPath.Segment segment : path) {
      value =
          value instanceof Value.Document document && segment instanceof IndexPath.Name(String name)
              ? document.property(name)
              : Value.Undefined.UNDEFINED;
    }
    return value;
  }

  private @Nullable Item first(ReadView view, TermRange range, boolean last) {
    Direction direction = last ? Direction.REVERSE : Direction.FORWARD;
    try (Candidates candidates =
        Access.Terms.of(range, direction).open(List.of(view), work.task(), Start.FIRST, 1)) {
      return candidates.next() ? work.item(candidates.row()) : null;
    }
  }
}
