// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.TermRange;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Entries of the index range after range, within each in term order.
final class OrderedEntries implements EntrySource {
  private final FragmentView view;
  private final ReadTask task;
  private final Direction direction;
  private final ArrayDeque<TermRange> ranges;
  private @Nullable TermCursor opened;

  OrderedEntries(FragmentView view, TermAccess terms, ReadTask task, Start start) {
    this.view = view;
    this.task = task;
    this.direction = terms.direction();
    this.ranges = new ArrayDeque<>(rest(terms.ranges(), direction, start));
  }

  /// What is left of the ranges from the start on, which may lie outside them: a query in the order
  /// of an index may go on with another filter.
  private static List<TermRange> rest(List<TermRange> ranges, Direction direction, Start start) {
    byte[] position = start.position();
    if (position == null) {
      return ranges;
    }
    List<TermRange> rest = new ArrayList<>(ranges.size());
    for (TermRange range : ranges) {
      TermRange left =
          start.inclusive()
              ? range.startingAt(position, direction)
              : range.behind(position, direction);
      if (!left.isEmpty()) {
        rest.add(left);
      }
    }
    return rest;
  }

  @Override
  public List<Entry> take(int count) {
    List<Entry> entries = new ArrayList<>();
    while (entries.size() < count) {
      TermCursor cursor = opened;
      if (cursor == null) {
        TermRange range = ranges.poll();
        if (range == null) {
          return entries;
        }
        if (range.isEmpty()) {
          continue;
        }
        cursor = view.view().terms(range, task.scope().hullIn(view.range()), direction);
        opened = cursor;
      }
      if (!cursor.next()) {
        close();
        continue;
      }
      view.countEntry();
      ItemKey key = cursor.itemKey();
      if (task.scope().includes(key)) {
        entries.add(new Entry(cursor.term(), key));
      } else {
        task.context().checkpoint();
      }
    }
    return entries;
  }

  @Override
  public void close() {
    if (opened != null) {
      opened.close();
      opened = null;
    }
  }
}
