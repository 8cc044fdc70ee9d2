// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.query.PartitionMerge.MergeBounds;
import io.orrery.model.Direction;
import io.orrery.model.value.Value;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.FragmentStage.SortedBy;
import io.orrery.partition.fragment.KeyedRow;
import io.orrery.partition.fragment.RowValue;
import io.orrery.partition.fragment.Start;
import io.orrery.plan.Pipeline;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.program.RowProgram;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// The stages that put rows of all partitions into one order. Each adds rows to the page and gives
/// where the next page goes on; null if there are no more rows, or the query is at its end.
record MergeStages(PageWork work, AccessPath path) {
  /// What a partition gives at a time along an index; a page needs less, unless OFFSET is large.
  private static final long FETCHED_MAX = 20_000;

  /// Rows in the order of the index that the access path reads.
  @Nullable Start inIndexOrder(Direction direction, Start start) {
    int partitions = work.all().size();
    long wanted = work.output().wanted();
    MergeBounds bounds =
        partitions == 1
            ? new MergeBounds(wanted, work.output().bytesMax(), work.output().continues(), false)
            : new MergeBounds(
                Math.min(FETCHED_MAX, wanted / partitions + 4),
                Math.max(1, work.output().bytesMax() / partitions),
                false,
                false);
    try (PartitionMerge merge =
        new PartitionMerge(work, path, direction, FragmentStage.IndexOrder::new, start, bounds)) {
      return fill(merge) ? merge.position() : null;
    }
  }

  /// Adds rows; false if there are no more.
  private boolean fill(PartitionMerge merge) {
    Output output = work.output();
    while (!output.isComplete()) {
      if (output.isFull()) {
        return merge.hasMore();
      }
      if (!merge.isReady()) {
        return true;
      }
      KeyedRow next = merge.peek();
      if (next == null) {
        return false;
      }
      long before = output.returned();
      if (!output.offer(next.value())) {
        return true;
      }
      merge.take(output.returned() > before);
    }
    return false;
  }

  /// Rows sorted, or different ones.
  @Nullable Start sorted(SortedBy rows, boolean newestFirst, Start start) {
    MergeBounds bounds = scanning();
    long keepable = work.keepableBytes();
    byte[] last = start.position();
    try (PartitionMerge merge =
        new PartitionMerge(
            work,
            path,
            Direction.FORWARD,
            from -> new FragmentStage.Sorted(rows, from.position(), newestFirst, keepable),
            start,
            bounds)) {
      Output output = work.output();
      while (!output.isComplete()) {
        if (!merge.isReady()) {
          return Start.behind(last);
        }
        KeyedRow next = merge.peek();
        if (next == null) {
          return null;
        }
        boolean repeated = last != null && Arrays.equals(last, next.key());
        long before = output.returned();
        if (!repeated && !output.offer(next.value())) {
          return Start.behind(last);
        }
        merge.take(output.returned() > before);
        last = next.key();
      }
      return null;
    }
  }

  /// All that is wanted and fits into memory, at once: each time reads all candidates anew.
  private MergeBounds scanning() {
    return new MergeBounds(
        Math.min(Long.MAX_VALUE - 1, work.output().wanted()) + 1,
        work.stageBytes() / work.all().size(),
        false,
        true);
  }

  /// One row for each group.
  @Nullable Start grouped(Pipeline.Grouping grouping, Start start) {
    MergeBounds bounds = scanning();
    RowProgram.Run program = work.pipeline().program().run(work.budget());
    byte[] last = start.position();
    try (PartitionMerge merge =
        new PartitionMerge(
            work,
            path,
            Direction.FORWARD,
            from -> new FragmentStage.Grouped(from.position()),
            start,
            bounds)) {
      boolean empty = last == null;
      while (!work.output().isComplete()) {
        if (!merge.isReady()) {
          return Start.behind(last);
        }
        KeyedRow next = merge.peek();
        if (next == null) {
          if (empty && !grouping.hasKeys()) {
            boolean _ = offer(RowValue.Partial.empty(grouping, new Value[0]), program);
          }
          return null;
        }
        empty = false;
        RowValue.Partial group = merged(merge, next);
        if (!offer(group, program)) {
          return Start.behind(last);
        }
        last = next.key();
      }
      return null;
    }
  }

  private static RowValue.Partial merged(PartitionMerge merge, KeyedRow first) {
    RowValue.Partial group = (RowValue.Partial) first.value();
    merge.take(false);
    for (KeyedRow next = merge.peek();
        next != null && Arrays.equals(next.key(), first.key());
        next = merge.peek()) {
      group.merge((RowValue.Partial) next.value());
      merge.take(false);
    }
    return group;
  }

  /// Gives out the row of a group, if it is one; false if there is no room for it.
  boolean offer(RowValue.Partial group, RowProgram.Run program) {
    program.enterGroup(group.keys(), group.results());
    Value value = program.output(work.pipeline().projection());
    return value == Value.Undefined.UNDEFINED || work.offer(value);
  }
}
