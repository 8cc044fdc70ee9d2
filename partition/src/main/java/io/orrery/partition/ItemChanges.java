// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Change;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.command.Outcome.Refusal;
import io.orrery.partition.command.Outcome.Result;
import io.orrery.partition.command.Outcome.Step;
import io.orrery.partition.command.Outcome.Work;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.Family;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Stores and removes single items, together with everything that hangs on them: index entries,
/// unique keys, the feed and the counters.
final class ItemChanges {

  /// An item in the store, and how many bytes its record takes there.
  record Existing(Item item, int recordBytes) {}

  private final Draft draft;
  private final Workspace work;
  private final IndexEntries entries;
  private final UniqueEntries unique;
  private int changeIndex;

  ItemChanges(Draft draft, Workspace work) {
    this.draft = draft;
    this.work = work;
    this.entries = new IndexEntries(draft, work);
    this.unique = new UniqueEntries(draft, work);
  }

  /// Starts a new command: its changes get the next LSN.
  void begin() {
    changeIndex = 0;
  }

  @Nullable Existing find(ItemKey key) {
    byte[] record = work.item(Layout.item(draft.id.container(), key));
    return record == null ? null : new Existing(Item.decode(record), record.length);
  }

  /// Creates the item.
  ///
  /// @param dead what is in its place in the store, if anything
  Step create(ItemKey key, @Nullable Existing dead, NewItem fresh) {
    if (dead != null) {
      removeDead(key, dead);
    }
    return put(key, null, fresh, Item.NO_CELLS, Change.Operation.CREATE, true);
  }

  /// Replaces an existing item.
  ///
  /// @param operation what the feed tells of it
  Step replace(ItemKey key, Existing old, NewItem fresh, Change.Operation operation) {
    return put(key, old, fresh, Item.NO_CELLS, operation, true);
  }

  /// Writes a row with cells.
  ///
  /// @param bounded false for a row that only loses something, which nobody can be refused
  Step putRow(ItemKey key, @Nullable Existing old, NewItem fresh, byte[] cells, boolean bounded) {
    Change.Operation operation = old == null ? Change.Operation.CREATE : Change.Operation.REPLACE;
    return put(key, old, fresh, cells, operation, bounded);
  }

  private Step put(
      ItemKey key,
      @Nullable Existing old,
      NewItem fresh,
      byte[] cells,
      Change.Operation operation,
      boolean bounded) {
    // First: what has to make room for this item goes before it in the feed.
    Refusal taken = claimUniqueKeys(key, old, fresh);
    if (taken != null) {
      return taken;
    }
    ItemVersion version = nextVersion();
    long rid = old == null ? draft.ridNext++ : old.item().rid();
    Item item =
        new Item(
            version,
            rid,
            draft.timeMillis,
            fresh.ttlSeconds(),
            fresh.indexed(),
            fresh.body(),
            cells);
    byte[] storeKey = Layout.item(draft.id.container(), key);
    byte[] record = item.encode();
    IndexEntries.Diff index = entries.diff(key, old == null ? null : old.item(), item, bounded);
    if (index.isOverfull() || (bounded && entries.wouldHoldUp(key, item))) {
      return new Refusal.IndexTooLarge(draft.settings.newest().bounds().itemIndexBytesMax());
    }
    Counters delta =
        new Counters(
            old == null ? 1 : 0,
            old == null ? record.length + storeKey.length : record.length - old.recordBytes(),
            index.bytes());
    Refusal full = count(key, delta);
    if (full != null) {
      return full;
    }
    work.put(Family.ITEMS, storeKey, record);
    index.write();
    release(key);
    recordPut(key, old, version, operation);
    Work cost = new Work(fresh.body().length, index.count());
    return old == null ? new Result.Created(item, cost) : new Result.Replaced(item, cost);
  }

  /// Removes an existing item.
  Result remove(ItemKey key, Existing old, Change.Operation operation) {
    ItemVersion version = nextVersion();
    byte[] storeKey = Layout.item(draft.id.container(), key);
    work.delete(Family.ITEMS, storeKey);
    IndexEntries.Diff index = entries.diff(key, old.item(), null, false);
    index.write();
    release(key);
    releaseUniqueKeys(key, old.item());
    count(key, new Counters(-1, -(long) (old.recordBytes() + storeKey.length), index.bytes()));
    supersede(old.item());
    if (draft.keepsHistory()) {
      append(version, operation, key, old.item().version());
    }
    return new Result.Deleted(old.item(), new Work(old.item().body().length, index.count()));
  }

  /// Removes an item that counts as gone already, so that another can take its place.
  void removeDead(ItemKey key, Existing dead) {
    boolean expired = draft.liveness().isExpired(dead.item());
    remove(key, dead, expired ? Change.Operation.EXPIRE : Change.Operation.DELETE);
  }

  /// What held re-indexing up may do so no longer.
  private void release(ItemKey key) {
    if (draft.settings.isHeldUpBy(key.encoded())) {
      draft.settings = draft.settings.release();
    }
  }

  private ItemVersion nextVersion() {
    if (changeIndex == 0) {
      draft.lsn++;
      draft.timeMillis = draft.nowMillis;
    }
    return new ItemVersion(draft.lsn, changeIndex++);
  }

  private void recordPut(
      ItemKey key, @Nullable Existing old, ItemVersion version, Change.Operation operation) {
    ItemVersion previous = null;
    if (old != null) {
      supersede(old.item());
      previous = draft.keepsHistory() ? old.item().version() : null;
    }
    append(version, operation, key, previous);
  }

  private void append(
      ItemVersion version,
      Change.Operation operation,
      ItemKey key,
      @Nullable ItemVersion previous) {
    Change change = new Change(operation, draft.timeMillis, key.encoded(), previous);
    work.put(Family.FEED, Layout.change(draft.id, version), change.encode());
  }

  /// The feed of latest versions loses the old one; the history keeps it with its image.
  private void supersede(Item old) {
    if (draft.keepsHistory()) {
      work.put(Family.FEED, Layout.image(draft.id, old.version()), old.encode());
    } else {
      work.delete(Family.FEED, Layout.change(draft.feedSpace(old.version()), old.version()));
    }
  }

  /// Books the change of size, unless it is growth beyond a limit.
  private @Nullable Refusal count(ItemKey key, Counters delta) {
    Counters counters = logicalPartition(key).counters().plus(delta);
    PartitionSettings.Bounds bounds = draft.settings.newest().bounds();
    if (delta.dataBytes() > 0 && counters.dataBytes() > bounds.logicalBytesMax()) {
      return new Refusal.LogicalPartitionFull(bounds.logicalBytesMax());
    }
    if (delta.bytes() > 0 && counters.bytes() > bounds.physicalBytesMax()) {
      return new Refusal.LogicalPartitionFull(bounds.physicalBytesMax());
    }
    book(key, new LogicalPartition(counters, draft.lsn), delta);
    return null;
  }

  /// Books index bytes that re-indexing added or removed; nobody can be refused for them.
  void recount(ItemKey key, long indexBytes) {
    Counters delta = new Counters(0, 0, indexBytes);
    LogicalPartition before = logicalPartition(key);
    book(key, new LogicalPartition(before.counters().plus(delta), before.lsn()), delta);
  }

  LogicalPartition logicalPartition(ItemKey key) {
    return LogicalPartition.decode(work.item(Layout.counters(draft.id.container(), key)));
  }

  private void book(ItemKey key, LogicalPartition partition, Counters delta) {
    byte[] countersKey = Layout.counters(draft.id.container(), key);
    if (partition.counters().items() == 0) {
      work.delete(Family.ITEMS, countersKey);
    } else {
      work.put(Family.ITEMS, countersKey, partition.encode());
    }
    draft.count(key.encoded(), delta);
  }

  private @Nullable Refusal claimUniqueKeys(ItemKey key, @Nullable Existing old, NewItem fresh) {
    if (hasUniqueEntries() && fresh.indexed()) {
      byte[] before = old == null || !old.item().indexed() ? null : old.item().body();
      Refusal taken = unique.claim(key, before, fresh.body(), this::removeDeadOwner);
      if (taken != null) {
        return taken;
      }
    }
    return claimKeys(key, old, fresh.body());
  }

  private boolean hasUniqueEntries() {
    return draft.settings.hasUniqueEntries();
  }

  /// Makes what the item has in the newest settings its own; what somebody else owns is refused.
  @Nullable Refusal claimUniqueEntries(ItemKey key, Item item) {
    return hasUniqueEntries() && item.indexed()
        ? unique.claim(key, item.body(), item.body(), this::removeDeadOwner)
        : null;
  }

  private @Nullable Refusal claimKeys(ItemKey key, @Nullable Existing old, byte[] body) {
    List<byte[]> wanted = uniqueKeys(key, body);
    List<byte[]> held = old == null ? List.of() : uniqueKeys(key, old.item().body());
    for (int i = 0; i < wanted.size(); i++) {
      if (old != null && Arrays.equals(wanted.get(i), held.get(i))) {
        continue;
      }
      byte[] owner = work.item(wanted.get(i));
      if (owner != null && !removeDeadOwner(key.withRowKey(owner))) {
        return new Refusal.UniqueKeyTaken(i);
      }
      if (old != null) {
        work.delete(Family.ITEMS, held.get(i));
      }
      work.put(Family.ITEMS, wanted.get(i), key.rowKey());
    }
    return null;
  }

  /// Removes the owner of a unique key if it counts as gone; false if it is alive.
  private boolean removeDeadOwner(ItemKey owner) {
    Existing existing = find(owner);
    if (existing == null) {
      throw new IllegalStateException("a unique key belongs to no item: " + owner);
    }
    if (!draft.liveness().isDead(owner.encoded(), existing.item())) {
      return false;
    }
    removeDead(owner, existing);
    return true;
  }

  private void releaseUniqueKeys(ItemKey key, Item item) {
    for (byte[] held : uniqueKeys(key, item.body())) {
      work.delete(Family.ITEMS, held);
    }
    if (hasUniqueEntries() && item.indexed()) {
      unique.release(key, item.body());
    }
  }

  private List<byte[]> uniqueKeys(ItemKey key, byte[] body) {
    return UniqueValues.keys(draft.id.container(), key, body, draft.settings.newest());
  }
}
