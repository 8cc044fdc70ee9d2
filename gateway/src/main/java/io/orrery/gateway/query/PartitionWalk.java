// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.Row;
import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Candidates partition after partition. Those of one come in the order of their creation where
/// that is little work: where nobody asks for an order, that is the one people see with little
/// data. Otherwise they come in the order in which they are found.
public final class PartitionWalk implements Candidates {
  private record Opened(ReadView view, boolean byCreation, Candidates candidates) {}

  private final Access access;
  private final ReadTask task;
  private final long wanted;
  private final ArrayDeque<ReadView> left = new ArrayDeque<>();
  private final WalkPlace start;
  private @Nullable Opened opened;

  PartitionWalk(Access access, List<ReadView> views, ReadTask task, Start start, long wanted) {
    byte[] position = start.position();
    this.access = access;
    this.task = task;
    this.wanted = wanted;
    this.start = position == null ? WalkPlace.BEGINNING : WalkPlace.decode(position);
    for (ReadView view : views) {
      if (this.start.start().compareTo(view.range().max()) < 0) {
        left.add(view);
      }
    }
  }

  /// All items of the scope in one partition.
  ///
  /// @param after where they go on, which may lie in another partition
  /// @param wanted how many the caller is likely to look at
  public static PartitionWalk items(ReadView view, ReadTask task, WalkPlace after, long wanted) {
    Start start = Start.behind(after.encode());
    return new PartitionWalk(Access.Ring.RING, List.of(view), task, start, wanted);
  }

  @Override
  public boolean next() {
    while (true) {
      Opened current = opened;
      if (current == null) {
        ReadView view = left.poll();
        if (view == null) {
          return false;
        }
        current = open(view);
        opened = current;
      }
      if (current.candidates().next()) {
        return true;
      }
      close();
    }
  }

  private Opened open(ReadView view) {
    WalkPlace.Part begun = start.in(view.range());
    if (begun != null) {
      Start from = begun.last();
      return begun.byCreation()
          ? new Opened(view, true, access.byCreation(view, task, from))
          : new Opened(view, false, access.open(List.of(view), task, from, wanted));
    }
    view.visit();
    Access.Opening first = access.first(view, task, wanted);
    return new Opened(view, first.byCreation(), first.candidates());
  }

  private Opened current() {
    if (opened == null) {
      throw new IllegalStateException("there is no current item");
    }
    return opened;
  }

  @Override
  public Row row() {
    return current().candidates().row();
  }

  @Override
  public long rowsDone() {
    return current().candidates().rowsDone();
  }

  @Override
  public byte[] position() {
    return place().encode();
  }

  /// Behind the current item.
  public WalkPlace place() {
    return place(current().candidates().behind());
  }

  private WalkPlace place(Start last) {
    return start.at(current().view().range(), current().byCreation(), last);
  }

  @Override
  public Start again(long done) {
    return Start.behind(place(current().candidates().again(done)).encode());
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.candidates().close();
      opened = null;
    }
  }
}
