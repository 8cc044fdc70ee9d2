// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.container.Item;
import io.orrery.model.key.HashRange;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.layout.KeyedItem;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The items of a scope in one partition, in the order of their creation. However many they have
/// become since that order was chosen, memory is bounded: a pass over all keeps the first ones, and
/// another finds the next.
final class CreationItems implements Candidates {
  private final FragmentView view;
  private final ReadTask task;
  private final Start start;
  private @Nullable SortedRows<KeyedItem> rows;
  private long after;
  private @Nullable KeyedItem item;

  CreationItems(FragmentView view, ReadTask task, Start start) {
    this.view = view;
    this.task = task;
    this.start = start;
    this.after = CreationOrder.after(start);
  }

  @Override
  public boolean next() {
    if (!task.context().isMeasured()) {
      return advance();
    }
    long begun = task.context().nanos();
    boolean found = advance();
    view.countLoad(task.context().nanos() - begun);
    return found;
  }

  private boolean advance() {
    while (true) {
      SortedRows<KeyedItem> kept = rows;
      if (kept == null) {
        kept = pass();
        rows = kept;
      }
      Map.Entry<byte[], KeyedItem> first = kept.takeFirst();
      if (first != null) {
        found(first.getValue());
        return true;
      }
      if (!kept.hasForgotten()) {
        return false;
      }
      rows = null;
    }
  }

  private void found(KeyedItem next) {
    view.countEntry();
    view.countItem(next);
    item = next;
    after = next.item().rid();
  }

  private SortedRows<KeyedItem> pass() {
    SortedRows<KeyedItem> kept =
        new SortedRows<>(
            task.limits().creationOrderItems(), task.limits().pageBytes(), task.budget());
    for (HashRange range : task.scope().ranges()) {
      if (view.range().overlaps(range)) {
        try (ItemCursor cursor = view.view().items(range, null, Direction.FORWARD)) {
          collect(cursor, kept);
        }
      }
    }
    return kept;
  }

  private void collect(ItemCursor cursor, SortedRows<KeyedItem> kept) {
    while (cursor.next()) {
      task.context().checkpoint();
      Item item = cursor.item();
      if (item.rid() > after && task.scope().includes(cursor.key())) {
        KeyedItem found = new KeyedItem(cursor.key(), item);
        kept.put(CreationOrder.position(item.rid()), found, found.bytes());
      }
    }
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
    return CreationOrder.position(item().item().rid());
  }

  @Override
  public void close() {
    if (rows != null) {
      rows.close();
    }
  }
}
