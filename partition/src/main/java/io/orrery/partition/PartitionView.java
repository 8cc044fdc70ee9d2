// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.RowRange;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;

/// One consistent state of a partition: its items, its index and its feed as they were at one LSN.
///
/// Items that are past their time, or under a range tombstone, are left out everywhere. Close it.
public final class PartitionView implements AutoCloseable {
  private static final long COUNTED_AT_ONCE = 1000;

  private final PartitionId id;
  private final Snapshot snapshot;
  private final PartitionState state;
  private final SettingsHistory settings;
  private final Liveness liveness;

  PartitionView(
      PartitionId id,
      Snapshot snapshot,
      PartitionState state,
      SettingsHistory settings,
      Liveness liveness) {
    this.id = id;
    this.snapshot = snapshot;
    this.state = state;
    this.settings = settings;
    this.liveness = liveness;
  }

  public PartitionId id() {
    return id;
  }

  public PartitionState state() {
    return state;
  }

  public SettingsHistory settings() {
    return settings;
  }

  /// The time at which items live or are past their time.
  public long liveMillis() {
    return liveness.nowMillis();
  }

  public Optional<Item> find(ItemKey key) {
    return live(key, snapshot.get(Family.ITEMS, Layout.item(id.container(), key)));
  }

  /// The items of several keys, in their order; empty where there is none. Of the first keys only,
  /// where those of all would take more than `bytesMax`; of one at least.
  public List<Optional<Item>> findAll(List<ItemKey> keys, long bytesMax) {
    List<byte[]> storeKeys = new ArrayList<>(keys.size());
    for (ItemKey key : keys) {
      storeKeys.add(Layout.item(id.container(), key));
    }
    List<byte @Nullable []> records = snapshot.getAll(Family.ITEMS, storeKeys, bytesMax);
    List<Optional<Item>> items = new ArrayList<>(records.size());
    for (int i = 0; i < records.size(); i++) {
      items.add(live(keys.get(i), records.get(i)));
    }
    return items;
  }

  private Optional<Item> live(ItemKey key, byte @Nullable [] record) {
    if (record == null) {
      return Optional.empty();
    }
    Item item = Item.decode(record);
    return liveness.isDead(key.encoded(), item)
        ? Optional.empty()
        : Optional.of(liveness.seen(item));
  }

  /// The items of one logical partition, in the order of their row keys.
  ///
  /// @param key any key of the logical partition; its row key does not count
  public ItemCursor logicalPartition(ItemKey key, RowRange rows, Direction direction) {
    KeyRange range = Layout.rows(id.container(), key, rows);
    return new ItemCursor(snapshot.scan(Family.ITEMS, range, direction), liveness);
  }

  /// The LSN of the last change in a logical partition; 0 for one that is empty. While it is the
  /// same, so are the items.
  ///
  /// @param key any key of the logical partition; its row key does not count
  public long changed(ItemKey key) {
    byte[] record = snapshot.get(Family.ITEMS, Layout.counters(id.container(), key));
    return PartitionState.RangeTombstone.changed(
        state.tombstones(), key, LogicalPartition.decode(record));
  }

  /// How much a logical partition holds. What is dead but not yet swept counts.
  ///
  /// @param key any key of the logical partition; its row key does not count
  public Counters counters(ItemKey key) {
    byte[] record = snapshot.get(Family.ITEMS, Layout.counters(id.container(), key));
    return LogicalPartition.decode(record).counters();
  }

  /// The items whose hashes lie in the scope, in ring order.
  ///
  /// @param after continue behind this key; null starts at the beginning
  public ItemCursor items(HashRange scope, @Nullable ItemKey after, Direction direction) {
    KeyRange range = Layout.items(id.container(), state.range().intersect(scope));
    if (after != null) {
      byte[] at = Layout.item(id.container(), after);
      range =
          direction == Direction.FORWARD
              ? new KeyRange(KeyRange.after(at), range.to())
              : new KeyRange(range.from(), at);
    }
    return new ItemCursor(snapshot.scan(Family.ITEMS, range, direction), liveness);
  }

  /// The counters of the logical partitions whose hashes lie in the scope, in ring order. What is
  /// dead but not yet swept counts.
  public CountersCursor logicalPartitions(HashRange scope) {
    KeyRange range = Layout.counters(id.container(), state.range().intersect(scope));
    return new CountersCursor(snapshot.scan(Family.ITEMS, range, Direction.FORWARD));
  }

  /// The index entries of a range of terms, of items whose hashes lie in the scope, in term order.
  /// They may name items that are dead: [#findAll] tells.
  public TermCursor terms(TermRange range, HashRange scope, Direction direction) {
    HashRange wanted = scope.contains(state.range()) ? null : scope;
    List<TermCursor.Source> sources = new ArrayList<>(2);
    Cursor own = scan(id, range, direction);
    try {
      sources.add(new TermCursor.Source(own, _ -> true));
      var inheritance = state.inheritance();
      if (inheritance != null && inheritsIndex()) {
        PartitionId parent = id.sibling(inheritance.parentOrdinal());
        sources.add(
            new TermCursor.Source(
                scan(parent, range, direction),
                key -> inheritance.holdsIndexOf(key) && Layout.isInside(key, state.range())));
      }
    } catch (RuntimeException | Error e) {
      own.close();
      throw e;
    }
    return new TermCursor(sources, wanted, direction);
  }

  /// How many index entries a range of terms has.
  ///
  /// @param nowAndThen run while it counts; what it throws ends the counting
  public long countTerms(TermRange range, Runnable nowAndThen) {
    if (inheritsIndex()) {
      try (TermCursor cursor = terms(range, HashRange.FULL, Direction.FORWARD)) {
        return count(cursor::skip, nowAndThen);
      }
    }
    // Nothing has to be known of an entry to count it.
    try (Cursor cursor = scan(id, range, Direction.FORWARD)) {
      return count(cursor::skip, nowAndThen);
    }
  }

  private static long count(LongUnaryOperator skip, Runnable nowAndThen) {
    long count = 0;
    long skipped;
    do {
      nowAndThen.run();
      skipped = skip.applyAsLong(COUNTED_AT_ONCE);
      count += skipped;
    } while (skipped == COUNTED_AT_ONCE);
    return count;
  }

  private boolean inheritsIndex() {
    return state.inheritance() != null && !state.inheritance().indexCopied();
  }

  private Cursor scan(PartitionId space, TermRange range, Direction direction) {
    KeyRange keys =
        new KeyRange(Layout.inSpace(space, range.from()), Layout.inSpace(space, range.to()));
    return snapshot.scan(Family.INDEX, keys, direction);
  }

  /// The latest version of every item in the scope that was written after the LSN, in commit order.
  public ChangeCursor latestChanges(long lsnAfter, HashRange scope) {
    return new ChangeCursor(feed(), liveness, lsnAfter, scope, false);
  }

  /// Every change in the scope after the LSN, in commit order. Fails with HISTORY_GONE if history
  /// does not reach back that far.
  public ChangeCursor allChanges(long lsnAfter, HashRange scope) {
    if (state.historySince() == PartitionState.NO_HISTORY) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The container keeps no history of all versions.");
    }
    long oldest = Math.max(state.historySince(), state.historyPurged());
    if (lsnAfter < oldest) {
      throw new OrreryException(
          ErrorCode.HISTORY_GONE,
          "History begins after LSN %d, changes after LSN %d were asked for."
              .formatted(oldest, lsnAfter));
    }
    return new ChangeCursor(feed(), liveness, lsnAfter, scope, true);
  }

  /// The highest LSN, but none below `lsnAfter`, up to which all changes were made before a time: a
  /// feed from there has the changes made at this time or later.
  public long lsnBefore(long timeMillis, long lsnAfter) {
    return feed().lsnBefore(timeMillis, lsnAfter);
  }

  private Feed feed() {
    return new Feed(id, state, snapshot);
  }

  @Override
  public void close() {
    snapshot.close();
  }
}
