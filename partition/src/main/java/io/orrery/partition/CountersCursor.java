// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.storage.Cursor;

/// Walks logical partitions and how much each holds. Belongs to one thread; close it before its
/// view.
public final class CountersCursor implements AutoCloseable {
  private final Cursor cursor;

  CountersCursor(Cursor cursor) {
    this.cursor = cursor;
  }

  public boolean next() {
    return cursor.next();
  }

  /// Position and partition key; the row key is empty.
  public ItemKey key() {
    return Layout.itemKey(cursor.key());
  }

  public Counters counters() {
    return LogicalPartition.decode(cursor.value()).counters();
  }

  @Override
  public void close() {
    cursor.close();
  }
}
