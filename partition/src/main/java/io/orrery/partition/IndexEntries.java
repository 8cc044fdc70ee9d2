// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.indexing.EntryKeys;
import io.orrery.partition.indexing.EntryKeys.Room;
import io.orrery.partition.layout.PartitionId;
import org.jspecify.annotations.Nullable;

/// The entries of items in the INDEX family: terms and deadlines.
final class IndexEntries {
  private final Draft draft;
  private final Workspace work;
  private final Room unbounded;

  IndexEntries(Draft draft, Workspace work) {
    this.draft = draft;
    this.work = work;
    this.unbounded = new Room(Long.MAX_VALUE, work::claim);
  }

  /// What has to be written so that the entries of `old` become those of `fresh`.
  final class Diff {
    private final byte[] itemKey;
    private final EntryKeys removed;
    private final EntryKeys added;
    private final boolean overfull;

    private Diff(byte[] itemKey, EntryKeys old, EntryKeys fresh) {
      this.itemKey = itemKey;
      this.removed = old.minus(fresh);
      this.added = fresh.minus(old);
      this.overfull = fresh.isOverfull();
    }

    /// Whether the item would have more entries than it may: nothing of this is to be written then.
    boolean isOverfull() {
      return overfull;
    }

    int count() {
      return removed.size() + added.size();
    }

    /// By how much the index grows.
    long bytes() {
      return added.bytes() - removed.bytes();
    }

    void write() {
      work.deleteEntries(removed);
      work.putEntries(added, itemKey);
    }
  }

  /// From the entries an item has to those its successor shall have; null where there is none.
  Diff diff(ItemKey key, @Nullable Item old, @Nullable Item fresh, boolean bounded) {
    byte[] itemKey = key.encoded();
    return new Diff(
        itemKey,
        old == null
            ? EntryKeys.NONE
            : existing(itemKey, old, draft.indexSpace(itemKey, old.version())),
        fresh == null
            ? EntryKeys.NONE
            : draft.settings.entries(itemKey, fresh, draft.id, bounded ? bounded() : unbounded));
  }

  /// Whether the newest settings, which may not cover the item yet, never can.
  boolean wouldHoldUp(ItemKey key, Item item) {
    return draft.settings.isIndexing() && newest(key.encoded(), item).isOverfull();
  }

  /// From the entries an item has to those it has under the newest settings.
  Diff reindex(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    return new Diff(itemKey, existing(itemKey, item, draft.id), newest(itemKey, item));
  }

  /// Writes all entries of an item into this partition's own space.
  void copy(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    work.putEntries(existing(itemKey, item, draft.id), itemKey);
  }

  /// However many there are: they were not too many when they were written.
  private EntryKeys existing(byte[] itemKey, Item item, PartitionId space) {
    return draft.settings.entries(itemKey, item, space, unbounded);
  }

  private EntryKeys newest(byte[] itemKey, Item item) {
    return draft.settings.newestEntries(itemKey, item, draft.id, bounded());
  }

  private Room bounded() {
    return new Room(draft.settings.newest().bounds().itemIndexBytesMax(), unbounded.memory());
  }
}
