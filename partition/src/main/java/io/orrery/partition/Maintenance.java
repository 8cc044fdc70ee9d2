// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.ItemChanges.Existing;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.PartitionState.RangeTombstone;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import java.util.List;
import java.util.stream.Stream;

/// The work a partition does in the background, a bounded piece with every command.
final class Maintenance {
  private static final long STEP_BYTES_MAX = 8L << 20;

  /// How many LSNs a step of copying the feed looks through for each change it may copy: most of
  /// them may be the sibling's.
  private static final int LSNS_PER_CHANGE = 50;

  private final Draft draft;
  private final Workspace work;
  private final ItemChanges changes;
  private final Merging merging;
  private final IndexEntries entries;

  Maintenance(Draft draft, Workspace work, ItemChanges changes, Merging merging) {
    this.draft = draft;
    this.work = work;
    this.changes = changes;
    this.merging = merging;
    this.entries = new IndexEntries(draft, work);
  }

  int deleteLogicalPartition(ItemKey key) {
    int deleted = 0;
    KeyRange range = Layout.logicalPartition(draft.id.container(), key);
    try (Cursor cursor = work.store().scan(Family.ITEMS, range, Direction.FORWARD)) {
      while (cursor.next()) {
        byte[] record = cursor.value();
        Existing existing = new Existing(Item.decode(record), record.length);
        changes.remove(Layout.itemKey(cursor.key()), existing, Change.Operation.DELETE);
        deleted++;
      }
    }
    return deleted;
  }

  /// Logical partitions that were deleted as a whole come first, then whatever is past its time.
  Outcome sweep(int itemsMax) {
    if (!draft.tombstones.isEmpty()) {
      return sweepDeleted(draft.tombstones.getFirst(), itemsMax);
    }
    if (draft.inheritance != null || !draft.settings.hasAllDeadlines()) {
      return new Outcome.Declined("deadlines are not complete while the index is being rewritten");
    }
    return sweepExpired(itemsMax);
  }

  private Outcome sweepDeleted(RangeTombstone tombstone, int itemsMax) {
    int removed = 0;
    int seen = 0;
    ItemKey next = null;
    KeyRange range =
        Layout.logicalPartition(draft.id.container(), ItemKey.decode(tombstone.logicalPartition()));
    try (Cursor cursor = work.store().scan(Family.ITEMS, range, Direction.FORWARD)) {
      cursor.seek(Layout.item(draft.id.container(), ItemKey.decode(tombstone.cursor())));
      while (next == null && cursor.next()) {
        byte[] record = cursor.value();
        Existing existing = new Existing(Item.decode(record), record.length);
        ItemKey key = Layout.itemKey(cursor.key());
        if (seen++ == itemsMax || isFull()) {
          next = key;
        } else if (tombstone.covers(key.encoded(), existing.item().version().lsn())) {
          changes.remove(key, existing, Change.Operation.DELETE);
          removed++;
        }
      }
    }
    List<RangeTombstone> rest = draft.tombstones.subList(1, draft.tombstones.size());
    draft.tombstones =
        next == null
            ? rest
            : Stream.concat(
                    Stream.of(
                        new RangeTombstone(
                            tombstone.logicalPartition(), tombstone.lsn(), next.encoded())),
                    rest.stream())
                .toList();
    return new Outcome.Done(draft.lsn, removed, !draft.tombstones.isEmpty());
  }

  private Outcome sweepExpired(int itemsMax) {
    int removed = 0;
    boolean more = false;
    KeyRange due = Layout.deadlines(draft.id, draft.sweptMillis, draft.nowMillis + 1);
    try (Cursor cursor = work.store().scan(Family.INDEX, due, Direction.FORWARD)) {
      while (!more && cursor.next()) {
        draft.sweptMillis = Layout.deadline(cursor.key());
        more = removed == itemsMax || isFull();
        if (!more) {
          expire(ItemKey.decode(cursor.value()));
          removed++;
        }
      }
    }
    return new Outcome.Done(draft.lsn, removed, more);
  }

  private void expire(ItemKey key) {
    Existing existing = changes.find(key);
    if (existing != null && existing.item().hasCells()) {
      merging.purge(key, existing);
      return;
    }
    if (existing == null || !draft.liveness().isExpired(existing.item())) {
      throw new IllegalStateException("a deadline without an item that it ends: " + key);
    }
    changes.remove(key, existing, Change.Operation.EXPIRE);
  }

  /// Whether a step has written enough, whatever its number of items.
  private boolean isFull() {
    return work.bytes() > STEP_BYTES_MAX;
  }

  Outcome reindex(int itemsMax) {
    if (draft.inheritance != null) {
      return new Outcome.Declined("the index still lies partly in the parent's space");
    }
    if (!draft.settings.isIndexing() || draft.settings.isHeldUp()) {
      return new Outcome.Done(draft.lsn, 0, false);
    }
    int done = 0;
    try (Cursor cursor = itemsFrom(draft.settings.cursor())) {
      while (cursor.next()) {
        ItemKey key = Layout.itemKey(cursor.key());
        Item item = Item.decode(cursor.value());
        IndexEntries.Diff diff = entries.reindex(key, item);
        if (diff.isOverfull() || changes.claimUniqueEntries(key, item) != null) {
          draft.settings = draft.settings.holdUpAt(key.encoded());
          return new Outcome.Done(draft.lsn, done, false);
        }
        diff.write();
        if (diff.count() > 0) {
          changes.recount(key, diff.bytes());
        }
        if (++done == itemsMax || isFull()) {
          draft.settings = draft.settings.advance(KeyRange.after(key.encoded()));
          return new Outcome.Done(draft.lsn, done, true);
        }
      }
    }
    draft.settings = draft.settings.advance(null);
    return new Outcome.Done(draft.lsn, done, false);
  }

  /// Index entries first, then the feed: both lie in the parent's space until they are copied.
  Outcome takeOver(int itemsMax) {
    Inheritance inheritance = draft.inheritance;
    if (inheritance == null) {
      return new Outcome.Done(draft.lsn, 0, false);
    }
    return inheritance.indexCopied()
        ? copyFeed(inheritance, itemsMax)
        : copyIndex(inheritance, itemsMax);
  }

  private Outcome copyIndex(Inheritance inheritance, int itemsMax) {
    int copied = 0;
    byte[] border = inheritance.indexCursor();
    boolean more = false;
    try (Cursor cursor = itemsFrom(border)) {
      while (cursor.next()) {
        ItemKey key = Layout.itemKey(cursor.key());
        Item item = Item.decode(cursor.value());
        if (item.version().lsn() <= inheritance.lsn()) {
          entries.copy(key, item);
        }
        if (++copied == itemsMax || isFull()) {
          border = KeyRange.after(key.encoded());
          more = true;
          break;
        }
      }
    }
    draft.inheritance =
        new Inheritance(inheritance.parentOrdinal(), inheritance.lsn(), border, !more, 0);
    return new Outcome.Done(draft.lsn, copied, true);
  }

  /// The parent's space holds the changes of the sibling as well, and these vanish as the sibling
  /// gets on. What a step does must not depend on them, or the same commands would lead to
  /// different states: only the partition's own changes count, and a step ends with an LSN at the
  /// latest.
  private Outcome copyFeed(Inheritance inheritance, int changesMax) {
    PartitionId parent = draft.id.sibling(inheritance.parentOrdinal());
    long end =
        Math.min(inheritance.lsn(), inheritance.feedCursor() + (long) changesMax * LSNS_PER_CHANGE);
    KeyRange stretch = Layout.changes(parent, inheritance.feedCursor(), end);
    int copied = 0;
    long lsn = inheritance.feedCursor();
    try (Cursor cursor = work.store().scan(Family.FEED, stretch, Direction.FORWARD)) {
      while (cursor.next()) {
        byte[] change = cursor.value();
        if (!Layout.isInside(Change.decode(change).itemKey(), draft.range())) {
          continue;
        }
        ItemVersion version = Layout.version(cursor.key());
        // Only between LSNs: the cursor cannot say that half of one was copied.
        if ((copied >= changesMax || isFull()) && version.lsn() != lsn) {
          return copiedUpTo(lsn, inheritance, copied);
        }
        lsn = version.lsn();
        copyChange(parent, version, change);
        copied++;
      }
    }
    return copiedUpTo(end, inheritance, copied);
  }

  private Outcome copiedUpTo(long lsn, Inheritance inheritance, int copied) {
    boolean more = lsn < inheritance.lsn();
    draft.inheritance =
        more
            ? new Inheritance(
                inheritance.parentOrdinal(), inheritance.lsn(), new byte[0], true, lsn)
            : null;
    return new Outcome.Done(draft.lsn, copied, more);
  }

  private void copyChange(PartitionId parent, ItemVersion version, byte[] change) {
    work.put(Family.FEED, Layout.change(draft.id, version), change);
    byte[] image = work.store().get(Family.FEED, Layout.image(parent, version));
    if (image != null) {
      work.put(Family.FEED, Layout.image(draft.id, version), image);
    }
  }

  /// A change that is too old takes the version it superseded with it; itself it stays while it is
  /// the latest of its item, and goes when its successor does.
  Outcome purgeHistory(int changesMax) {
    if (draft.inheritance != null) {
      return new Outcome.Declined("the history still lies partly in the parent's space");
    }
    long horizon = draft.nowMillis - draft.settings.newest().historyMillis();
    int purged = 0;
    KeyRange rest = Layout.changes(draft.id, draft.historyPurged, draft.lsn);
    try (Cursor cursor = work.store().scan(Family.FEED, rest, Direction.FORWARD)) {
      while (cursor.next()) {
        ItemVersion version = Layout.version(cursor.key());
        Change change = Change.decode(cursor.value());
        boolean between = version.lsn() != draft.historyPurged;
        if (change.timeMillis() > horizon || (purged >= changesMax && between)) {
          return new Outcome.Done(draft.lsn, purged, change.timeMillis() <= horizon);
        }
        purge(version, change);
        draft.historyPurged = version.lsn();
        purged++;
      }
    }
    if (draft.settings.newest().historyMillis() == 0) {
      draft.historySince = PartitionState.NO_HISTORY;
    }
    return new Outcome.Done(draft.lsn, purged, false);
  }

  private void purge(ItemVersion version, Change change) {
    ItemVersion previous = change.previous();
    if (previous != null) {
      work.delete(Family.FEED, Layout.change(draft.id, previous));
      work.delete(Family.FEED, Layout.image(draft.id, previous));
    }
    if (change.operation().removes()) {
      work.delete(Family.FEED, Layout.change(draft.id, version));
    }
  }

  private Cursor itemsFrom(byte[] itemKey) {
    KeyRange range = Layout.items(draft.id.container(), draft.range());
    Cursor cursor = work.store().scan(Family.ITEMS, range, Direction.FORWARD);
    try {
      if (itemKey.length > 0) {
        cursor.seek(Layout.item(draft.id.container(), ItemKey.decode(itemKey)));
      }
      return cursor;
    } catch (RuntimeException | Error e) {
      cursor.close();
      throw e;
    }
  }
}
