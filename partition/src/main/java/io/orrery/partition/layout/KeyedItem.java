// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.layout;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;

/// An item and where it lies.
public record KeyedItem(ItemKey key, Item item) {

  /// What it counts for where answers are bounded.
  public long bytes() {
    return key.encoded().length + (long) item.body().length;
  }
}
