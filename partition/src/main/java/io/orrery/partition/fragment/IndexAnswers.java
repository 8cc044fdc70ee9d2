// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Bound;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.indexing.TermValue;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.IndexAnswer;
import io.orrery.plan.Pipeline;
import io.orrery.plan.access.Condition;
import io.orrery.plan.access.Interval;
import io.orrery.plan.aggregate.Accumulator;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.program.RowProgram;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Aggregates that the index answers without the items.
final class IndexAnswers {
  private static final Value[] NO_KEYS = {};

  private final FragmentRun run;
  private final Pipeline.Grouping grouping;
  private final Condition condition;

  IndexAnswers(FragmentRun run, Pipeline.Grouping grouping) {
    this.run = run;
    this.grouping = grouping;
    this.condition = run.pipeline().scan().condition();
  }

  FragmentPage page() {
    FragmentContext context = run.task().context();
    long begun = context.isMeasured() ? context.nanos() : 0;
    RowValue.Partial group = isApplicable() ? group() : null;
    if (context.isMeasured()) {
      run.view().countLookup(context.nanos() - begun);
    }
    FragmentUsage usage = run.view().usage();
    return group == null
        ? new FragmentPage.Unanswered(usage)
        : new FragmentPage.Answered(group, usage);
  }

  /// Whether every entry stands for a live item of the scope.
  private boolean isApplicable() {
    PartitionView view = run.view().view();
    boolean known =
        !(condition instanceof Condition.Values(var path, var interval, _))
            || (isIndexed(path) && !isCut(interval.lower()) && !isCut(interval.upper()));
    return known
        && run.fragment().scope().isAllOf(run.view().range())
        && view.settings().newest().ttlSeconds() == TimeToLive.OFF
        && view.state().tombstones().isEmpty();
  }

  private boolean isIndexed(List<IndexPath.Segment> path) {
    if (path.getFirst() instanceof IndexPath.Name(String name)
        && run.pipeline().scan().absent().contains(name)) {
      return false;
    }
    return run.view().view().settings().inForce().stream()
        .map(PartitionSettings::indexing)
        .allMatch(policy -> policy.order() == grouping.values() && policy.indexes(path));
  }

  /// Whether the index keeps only the beginning of a value, so that others look the same there.
  private boolean isCut(Bound bound) {
    return bound instanceof Bound.At(Value value, boolean _) && isCut(value);
  }

  private boolean isCut(Value value) {
    return TermValue.write(new ByteWriter(), value, run.form());
  }

  private RowValue.@Nullable Partial group() {
    return switch (grouping.node().fromIndex()) {
      case null -> null;
      case IndexAnswer.Count _ -> counted();
      case IndexAnswer.Extreme(List<IndexPath.Segment> path, boolean greatest) ->
          extreme(path, greatest);
    };
  }

  private RowValue.Partial counted() {
    return new RowValue.Partial(
        NO_KEYS,
        new Accumulator[] {AggregateFunction.counted(count(), grouping.values())},
        RowValue.GROUP_BYTES);
  }

  private long count() {
    PartitionView view = run.view().view();
    if (!(condition instanceof Condition.Values values)) {
      return view.state().counters().items();
    }
    long count =
        view.countTerms(range(values.path(), values.interval()), run.task().context()::checkpoint);
    run.view().countEntries(count);
    return count;
  }

  private TermRange range(List<IndexPath.Segment> path, Interval interval) {
    return TermAccess.range(path, interval, run.form());
  }

  /// Arrays and objects make the result undefined, and the index does not order them: where there
  /// are any, the items have to be looked at. Other orders leave null out, which may stand at
  /// either end of what is wanted: there the items are looked at, too.
  private RowValue.@Nullable Partial extreme(List<IndexPath.Segment> path, boolean greatest) {
    if (grouping.values() != ValueOrder.SQL || !isIndexed(path)) {
      return null;
    }
    boolean compound =
        first(range(path, Interval.ARRAYS), false) != null
            || first(range(path, Interval.OBJECTS), false) != null;
    if (compound) {
      return null;
    }
    Interval wanted =
        condition instanceof Condition.Values values ? values.interval() : Interval.DEFINED;
    KeyedItem item = first(range(path, wanted), greatest);
    RowValue.Partial group = RowValue.Partial.empty(grouping, NO_KEYS);
    if (item != null) {
      if (isCut(value(item, path))) {
        return null;
      }
      add(item, group);
    }
    return group;
  }

  private void add(KeyedItem item, RowValue.Partial group) {
    RowProgram.Run program = run.program();
    boolean _ =
        program.rows(
            item.item(),
            row -> {
              long _ = GroupRows.add(grouping, group, row);
              return true;
            });
  }

  private static Value value(KeyedItem item, List<IndexPath.Segment> path) {
    PropertyPath property =
        PropertyPath.of(
            path.stream()
                .map(segment -> ((IndexPath.Name) segment).value())
                .toArray(String[]::new));
    StoredCursor cursor = StoredCursor.over(item.item().body());
    return property.seek(cursor) ? cursor.value() : Value.Undefined.UNDEFINED;
  }

  private @Nullable KeyedItem first(TermRange range, boolean last) {
    Direction direction = last ? Direction.REVERSE : Direction.FORWARD;
    TermAccess terms = TermAccess.of(range, direction);
    ReadTask one = run.task().wanting(1);
    try (Candidates candidates =
        new IndexCandidates(
            run.view(),
            new OrderedEntries(run.view(), terms, one, Start.FIRST),
            one,
            Start.FIRST)) {
      return candidates.next() ? candidates.item() : null;
    }
  }
}
