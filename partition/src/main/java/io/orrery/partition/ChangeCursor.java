// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Change;
import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.model.key.HashRange;
import io.orrery.partition.cells.CellTimes;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Cursor;
import io.orrery.storage.KeyRange;
import java.util.Iterator;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Walks the feed in commit order. Belongs to one thread; close it before its view.
public final class ChangeCursor implements AutoCloseable {
  private final Feed feed;
  private final Liveness liveness;
  private final HashRange scope;
  private final boolean allVersions;
  private final Iterator<KeyRange> stretches;
  private @Nullable Cursor cursor;
  private @Nullable ChangedItem entry;

  ChangeCursor(Feed feed, Liveness liveness, long lsnAfter, HashRange scope, boolean allVersions) {
    this.feed = feed;
    this.liveness = liveness;
    // A parent's space holds a sibling's changes as well.
    this.scope = scope.intersect(feed.state().range());
    this.allVersions = allVersions;
    this.stretches = feed.stretches(lsnAfter).iterator();
  }

  public boolean next() {
    while (advance()) {
      Cursor at = requireCursor();
      Change change = Change.decode(at.value());
      if (!Layout.isInside(change.itemKey(), scope)) {
        continue;
      }
      entry = entry(Layout.version(at.key()), change);
      if (entry != null) {
        return true;
      }
    }
    return false;
  }

  public ChangedItem entry() {
    if (entry == null) {
      throw new IllegalStateException("the cursor stands on no change");
    }
    return entry;
  }

  private boolean advance() {
    while (cursor == null || !cursor.next()) {
      close();
      if (!stretches.hasNext()) {
        return false;
      }
      cursor = feed.scan(stretches.next());
    }
    return true;
  }

  private @Nullable ChangedItem entry(ItemVersion version, Change change) {
    ItemKey key = change.key();
    Item item = feed.item(key);
    if (!allVersions) {
      return item == null || !isLatest(key, item, version)
          ? null
          : entry(version, change, key, Optional.of(liveness.seen(item)), Optional.empty());
    }
    Optional<Item> current =
        change.operation().removes() ? Optional.empty() : feed.version(item, version);
    Optional<Item> previous =
        change.previous() == null ? Optional.empty() : feed.version(item, change.previous());
    boolean isRow = current.or(() -> previous).map(Item::hasCells).orElse(false);
    return isRow
        ? row(version, change, key, current, previous)
        : entry(version, change, key, current, previous);
  }

  /// A row comes and goes with its values, while its record stays for the tombstones: what only
  /// they were changed by was seen by nobody.
  private static @Nullable ChangedItem row(
      ItemVersion version,
      Change change,
      ItemKey key,
      Optional<Item> current,
      Optional<Item> previous) {
    Optional<Item> now = current.filter(ChangeCursor::hasValues);
    Optional<Item> before = previous.filter(ChangeCursor::hasValues);
    if (now.isEmpty() && before.isEmpty()) {
      return null;
    }
    Change.Operation operation =
        now.isEmpty()
            ? (change.operation().removes() ? change.operation() : Change.Operation.DELETE)
            : (before.isEmpty() ? Change.Operation.CREATE : Change.Operation.REPLACE);
    return new ChangedItem(version, operation, change.timeMillis(), key, now, before);
  }

  private static boolean hasValues(Item row) {
    return !CellTimes.of(row.cells()).isGone();
  }

  private boolean isLatest(ItemKey key, Item item, ItemVersion version) {
    return item.version().equals(version) && !liveness.isDead(key.encoded(), item);
  }

  private static ChangedItem entry(
      ItemVersion version,
      Change change,
      ItemKey key,
      Optional<Item> current,
      Optional<Item> previous) {
    return new ChangedItem(
        version, change.operation(), change.timeMillis(), key, current, previous);
  }

  private Cursor requireCursor() {
    if (cursor == null) {
      throw new IllegalStateException("the cursor stands nowhere");
    }
    return cursor;
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
      cursor = null;
    }
  }
}
