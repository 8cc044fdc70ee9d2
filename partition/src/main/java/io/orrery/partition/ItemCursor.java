// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Cursor;
import org.jspecify.annotations.Nullable;

/// Walks live items. Belongs to one thread; close it before its view.
public final class ItemCursor implements AutoCloseable {
  private final Cursor cursor;
  private final Liveness liveness;
  private @Nullable ItemKey key;
  private @Nullable Item item;

  ItemCursor(Cursor cursor, Liveness liveness) {
    this.cursor = cursor;
    this.liveness = liveness;
  }

  public boolean next() {
    while (cursor.next()) {
      ItemKey nextKey = Layout.itemKey(cursor.key());
      Item nextItem = Item.decode(cursor.value());
      if (!liveness.isDead(nextKey.encoded(), nextItem)) {
        key = nextKey;
        item = nextItem;
        return true;
      }
    }
    return false;
  }

  public ItemKey key() {
    return require(key);
  }

  public Item item() {
    return require(item);
  }

  private static <T> T require(@Nullable T value) {
    if (value == null) {
      throw new IllegalStateException("the cursor stands on no item");
    }
    return value;
  }

  @Override
  public void close() {
    cursor.close();
  }
}
