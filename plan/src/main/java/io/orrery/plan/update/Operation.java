// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.container.Cell;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One step of a write, on one item.
public sealed interface Operation {

  ItemKey key();

  /// Fails if the item exists.
  record Create(ItemKey key, NewItem item) implements Operation {}

  /// Fails if the item does not exist, or has another version than expected.
  ///
  /// @param edited whether its writer made it by changing parts of the version before, which the
  ///   feed tells apart from an item that was written as a whole
  record Replace(ItemKey key, NewItem item, @Nullable ItemVersion expected, boolean edited)
      implements Operation {
    public Replace(ItemKey key, NewItem item, @Nullable ItemVersion expected) {
      this(key, item, expected, false);
    }
  }

  /// Creates or replaces; the expected version counts only where the item exists.
  record Upsert(ItemKey key, NewItem item, @Nullable ItemVersion expected) implements Operation {}

  /// Fails if the item does not exist, or has another version than expected.
  record Delete(ItemKey key, @Nullable ItemVersion expected) implements Operation {}

  /// Changes the item by an update. Where it does not exist, the update begins with `insert`, or
  /// fails if there is no such; the expected version counts only where the item exists.
  record Modify(
      ItemKey key, Update update, @Nullable NewItem insert, @Nullable ItemVersion expected)
      implements Operation {}

  /// Folds cells into a row by the container's rule; makes the row if there is none.
  record Merge(ItemKey key, List<Cell> cells) implements Operation {

    /// More cells than a write of a row has.
    public static final int CELLS_MAX = 65_536;

    public Merge {
      cells = List.copyOf(cells);
      if (cells.isEmpty() || cells.size() > CELLS_MAX) {
        throw new IllegalArgumentException("a write of " + cells.size() + " cells");
      }
    }
  }

  /// Reads the item as the steps before it left it; fails like a [Delete].
  record Read(ItemKey key, @Nullable ItemVersion expected) implements Operation {}

  /// What a write stores.
  ///
  /// @param body the item in the stored form
  /// @param ttlSeconds as in [io.orrery.model.container.Item]
  record NewItem(byte[] body, int ttlSeconds, boolean indexed) {}
}
