// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Cursor;
import org.jspecify.annotations.Nullable;

/// Walks live items. Belongs to one thread; close it before its view.
public final class ItemCursor implements AutoCloseable {
  private static final int KEY_BYTES = 256;
  private static final int VALUE_BYTES = 2 << 10;

  private final Cursor cursor;
  private final Liveness liveness;

  /// Hold the key and the value of one item after the other.
  private byte[] storeKey = new byte[KEY_BYTES];

  private byte[] value = new byte[VALUE_BYTES];

  private @Nullable ItemKey key;
  private @Nullable Item item;

  ItemCursor(Cursor cursor, Liveness liveness) {
    this.cursor = cursor;
    this.liveness = liveness;
  }

  public boolean next() {
    while (cursor.next()) {
      ItemKey nextKey = readKey();
      Item nextItem = readItem();
      if (!liveness.isDead(nextKey.encoded(), nextItem)) {
        key = nextKey;
        item = liveness.seen(nextItem);
        return true;
      }
    }
    return false;
  }

  private ItemKey readKey() {
    int length = cursor.key(storeKey);
    if (length > storeKey.length) {
      storeKey = new byte[length + length / 2];
      length = cursor.key(storeKey);
    }
    return Layout.itemKey(storeKey, length);
  }

  private Item readItem() {
    int length = cursor.value(value);
    if (length > value.length) {
      value = new byte[length + length / 2];
      length = cursor.value(value);
    }
    return Item.decode(value, length);
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
