// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.RowRange;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.access.AccessPath;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// Items of one logical partition, in the order of their row keys. A position is a row key.
final class PrimaryRangeCandidates implements Candidates {
  private final FragmentView view;
  private final FragmentContext context;
  private final Start start;
  private final @Nullable ItemCursor cursor;
  private @Nullable KeyedItem item;

  PrimaryRangeCandidates(
      FragmentView view, AccessPath.PrimaryRange path, ItemKey key, ReadTask task, Start start) {
    this.view = view;
    this.context = task.context();
    this.start = start;
    RowRange rows = rest(path, start);
    boolean empty = rows.to() != null && Arrays.compareUnsigned(rows.from(), rows.to()) >= 0;
    this.cursor = empty ? null : view.view().logicalPartition(key, rows, path.direction());
  }

  /// What is left of the range from the start on, which may lie outside it.
  private static RowRange rest(AccessPath.PrimaryRange path, Start start) {
    byte[] position = start.position();
    if (position == null) {
      return new RowRange(path.from(), path.to());
    }
    byte[] next = Arrays.copyOf(position, position.length + 1);
    if (path.direction() == Direction.FORWARD) {
      byte[] from = start.inclusive() ? position : next;
      return new RowRange(
          Arrays.compareUnsigned(from, path.from()) < 0 ? path.from() : from, path.to());
    }
    byte[] to = start.inclusive() ? next : position;
    boolean behind = path.to() != null && Arrays.compareUnsigned(path.to(), to) < 0;
    return new RowRange(path.from(), behind ? path.to() : to);
  }

  @Override
  public boolean next() {
    context.checkpoint();
    if (cursor == null || !cursor.next()) {
      return false;
    }
    item = new KeyedItem(cursor.key(), cursor.item());
    view.countEntry();
    view.countItem(item);
    return true;
  }

  @Override
  public KeyedItem item() {
    if (item == null) {
      throw new IllegalStateException("there is no current item");
    }
    return item;
  }

  @Override
  public long rowsDone() {
    return start.inclusive() && Arrays.equals(start.position(), position()) ? start.rowsDone() : 0;
  }

  @Override
  public byte[] position() {
    return item().key().rowKey();
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
  }
}
