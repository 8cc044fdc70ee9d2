// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.Row;
import io.orrery.model.Direction;
import io.orrery.model.key.HashRange;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.layout.Item;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The items of a scope in one partition, in the order of their creation. However many they have
/// become since that order was chosen, memory is bounded: a pass over all keeps the first ones, and
/// another finds the next.
final class CreationItems implements Candidates {
  private final ReadView view;
  private final ReadTask task;
  private final Start start;
  private @Nullable SortedRows<Row> rows;
  private long after;
  private @Nullable Row row;

  CreationItems(ReadView view, ReadTask task, Start start) {
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
      SortedRows<Row> kept = rows;
      if (kept == null) {
        kept = pass();
        rows = kept;
      }
      Map.Entry<byte[], Row> first = kept.takeFirst();
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

  private void found(Row next) {
    view.countEntry();
    view.countItem(next.key(), next.item());
    row = next;
    after = next.item().rid();
  }

  private SortedRows<Row> pass() {
    SortedRows<Row> kept =
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

  private void collect(ItemCursor cursor, SortedRows<Row> kept) {
    while (cursor.next()) {
      task.context().throwIfDone();
      Item item = cursor.item();
      if (item.rid() > after && task.scope().includes(cursor.key())) {
        Row found = new Row(cursor.key(), item);
        kept.put(CreationOrder.position(item.rid()), found, Output.bytes(new Result.Whole(found)));
      }
    }
  }

  @Override
  public Row row() {
    if (row == null) {
      throw new IllegalStateException("there is no current item");
    }
    return row;
  }

  @Override
  public long rowsDone() {
    return start.inclusive() && Arrays.equals(start.position(), position()) ? start.rowsDone() : 0;
  }

  @Override
  public byte[] position() {
    return CreationOrder.position(row().item().rid());
  }

  @Override
  public void close() {
    if (rows != null) {
      rows.close();
    }
  }
}
