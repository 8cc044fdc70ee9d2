// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.FanOut;
import io.orrery.gateway.PartitionRead;
import io.orrery.model.Direction;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.FragmentStage;
import io.orrery.partition.fragment.KeyedRow;
import io.orrery.partition.fragment.Start;
import io.orrery.plan.access.AccessPath;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A k-way merge: the rows of all partitions in one order. Each partition gives a page of its own
/// first rows, and another when these are used up; pages that are missing are fetched several at
/// once.
final class PartitionMerge implements AutoCloseable {

  /// One partition.
  private final class Source {
    private final PartitionRead read;
    private final ArrayDeque<KeyedRow> rows = new ArrayDeque<>();

    /// Where its next page begins; null if it has no more.
    private @Nullable Start rest;

    Source(PartitionRead read, Start start) {
      this.read = read;
      this.rest = start;
    }

    boolean isDrained() {
      return rows.isEmpty() && rest != null;
    }

    KeyedRow first() {
      return rows.getFirst();
    }

    /// Everything in front of it was looked at.
    @Nullable Start position() {
      return rows.isEmpty() ? rest : Start.at(first().key(), first().ordinal());
    }

    void fetch(Start from, long count) {
      FragmentPage page = work.page(read, path, stage.apply(from), bounds(count));
      if (!(page instanceof FragmentPage.Ordered(var more, var next, _))) {
        throw new IllegalStateException("a partition gave something else than an order");
      }
      for (KeyedRow row : more) {
        work.budget().take(row.value().bytes());
        rows.add(row);
      }
      rest = next;
    }
  }

  private final PageWork work;
  private final AccessPath path;
  private final Direction direction;
  private final Function<Start, FragmentStage> stage;
  private final MergeBounds size;
  private final List<Source> sources = new ArrayList<>();

  /// The partitions that have rows here, by their first.
  private final PriorityQueue<Source> heads;

  private boolean begun;

  /// How much a partition is asked for at a time.
  ///
  /// @param rows each time
  /// @param lookAhead whether a page that is full says if there is one more
  /// @param scanning whether a partition looks at all its candidates for them
  record MergeBounds(long rows, long bytes, boolean lookAhead, boolean scanning) {

    /// A few rows along an index are there sooner than a thread that fetches them.
    boolean isWorthThreads() {
      return scanning || rows > FEW;
    }
  }

  private static final int FEW = 32;

  /// @param stage what partitions do, from a start on
  PartitionMerge(
      PageWork work,
      AccessPath path,
      Direction direction,
      Function<Start, FragmentStage> stage,
      Start start,
      MergeBounds size) {
    this.work = work;
    this.path = path;
    this.direction = direction;
    this.stage = stage;
    this.size = size;
    this.heads = new PriorityQueue<>(Math.max(1, work.all().size()), this::compare);
    for (PartitionRead read : work.all()) {
      sources.add(new Source(read, start));
    }
  }

  private int compare(Source one, Source other) {
    int order = Arrays.compareUnsigned(one.first().key(), other.first().key());
    return direction == Direction.FORWARD ? order : -order;
  }

  private FragmentBounds bounds(long count) {
    return new FragmentBounds(
        0,
        count,
        size.bytes(),
        true,
        size.lookAhead() || count == 0,
        work.output().rowBytes(),
        work.time().left(),
        count);
  }

  /// Whether it is known which row is next. It is not when the page has taken long enough already.
  boolean isReady() {
    List<Source> drained = drained();
    while (!drained.isEmpty()) {
      if (begun && work.time().isOver()) {
        return false;
      }
      fetch(drained, size.rows());
      drained = drained();
    }
    return true;
  }

  private List<Source> drained() {
    List<Source> drained = List.of();
    for (Source source : sources) {
      if (source.isDrained()) {
        if (drained.isEmpty()) {
          drained = new ArrayList<>(sources.size());
        }
        drained.add(source);
      }
    }
    return drained;
  }

  private void fetch(List<Source> drained, long count) {
    begun = true;
    if (drained.size() == 1 || !size.isWorthThreads()) {
      for (Source source : drained) {
        fetch(source, count);
      }
    } else {
      List<Runnable> tasks = new ArrayList<>();
      for (Source source : drained) {
        tasks.add(
            () -> {
              try (var _ = work.request().computing()) {
                fetch(source, count);
              }
            });
      }
      work.request().pause();
      FanOut.run(tasks, work.parallelism());
    }
    for (Source source : drained) {
      if (!source.rows.isEmpty()) {
        heads.add(source);
      }
    }
  }

  private static void fetch(Source source, long count) {
    Start from = source.rest;
    if (from != null) {
      source.fetch(from, count);
    }
  }

  /// The next row, which stays; null if there is none. Only when it [#isReady].
  @Nullable KeyedRow peek() {
    Source first = heads.peek();
    return first == null ? null : first.first();
  }

  /// Goes on behind the row that [#peek] gave, and no longer counts it as memory if it is not kept.
  void take(boolean kept) {
    Source first = heads.remove();
    KeyedRow row = first.rows.removeFirst();
    if (!kept) {
      work.budget().give(row.value().bytes());
    }
    if (!first.rows.isEmpty()) {
      heads.add(first);
    }
  }

  /// Whether there may be another row, when the page is full: with little work it looks for one.
  boolean hasMore() {
    if (heads.isEmpty()) {
      List<Source> drained = drained();
      if (!drained.isEmpty()) {
        fetch(drained, 0);
      }
    }
    return !heads.isEmpty() || !drained().isEmpty();
  }

  /// Where the merge goes on: in front of the first row that any partition still has, or may have.
  Start position() {
    Start least = null;
    for (Source source : sources) {
      Start at = source.position();
      if (at != null && (least == null || isBefore(at, least))) {
        least = at;
      }
    }
    return least == null ? Start.FIRST : least;
  }

  private boolean isBefore(Start one, Start other) {
    if (one.position() == null || other.position() == null) {
      return one.position() == null;
    }
    int order = Arrays.compareUnsigned(one.position(), other.position());
    if (order == 0) {
      return one.inclusive() && !other.inclusive();
    }
    return direction == Direction.FORWARD ? order < 0 : order > 0;
  }

  /// What is left no longer counts as memory.
  @Override
  public void close() {
    for (Source source : sources) {
      for (KeyedRow row : source.rows) {
        work.budget().give(row.value().bytes());
      }
      source.rows.clear();
    }
    heads.clear();
  }
}
