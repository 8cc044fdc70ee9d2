// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.Counters;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.item.StoredItems;
import io.orrery.partition.PartitionState;
import io.orrery.partition.UniqueValues;
import io.orrery.partition.cells.CellRow;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.LogicalPartition;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import org.jspecify.annotations.Nullable;

/// Walks the items: each must have its index entries, unique keys and change; together they must be
/// what the counters say.
final class ItemsCheck {
  private final Subject subject;
  private final Findings findings;
  private final int container;

  private Counters total = Counters.ZERO;
  private @Nullable ItemKey logicalPartition;
  private Counters logicalTotal = Counters.ZERO;
  private long logicalPartitions;
  private long entries;
  private long uniqueKeys;

  ItemsCheck(Subject subject, Findings findings) {
    this.subject = subject;
    this.findings = findings;
    this.container = subject.id().container();
  }

  /// How many index entries the items have together.
  long entriesExpected() {
    return entries;
  }

  long uniqueKeysExpected() {
    return uniqueKeys;
  }

  void run() {
    var range = Layout.items(container, subject.state().range());
    try (Cursor cursor = subject.reader().scan(Family.ITEMS, range, Direction.FORWARD)) {
      while (cursor.next()) {
        findings.guard("An item", () -> check(cursor.key(), cursor.value()));
      }
    }
    finishLogicalPartition();
    findings.require(
        total.equals(subject.state().counters()),
        () ->
            "Partition %s counts %s, its items make %s."
                .formatted(subject.id(), subject.state().counters(), total));
    checkCountersAlone();
  }

  private void check(byte[] storeKey, byte[] record) {
    ItemKey key = Layout.itemKey(storeKey);
    if (logicalPartition == null || !logicalPartition.sharesPartitionKey(key)) {
      finishLogicalPartition();
      logicalPartition = key;
    }
    // Counted before it is looked into, so that one that is damaged is one finding.
    count(new Counters(1, storeKey.length + record.length, 0));
    Item item = Item.decode(record);
    StoredItems.verify(item.body());
    if (item.hasCells()) {
      CellRow.of(item.body(), item.cells());
    }
    checkOrigin(key, item);
    checkEntries(key, item);
    checkUniqueKeys(key, item);
    checkChange(key, item);
  }

  private void count(Counters more) {
    total = total.plus(more);
    logicalTotal = logicalTotal.plus(more);
  }

  private void checkOrigin(ItemKey key, Item item) {
    PartitionState state = subject.state();
    findings.require(
        item.version().lsn() <= state.lsn() && item.timeMillis() <= state.timeMillis(),
        () -> "Item %s is from the future of partition %s.".formatted(key, subject.id()));
    boolean own = PartitionState.ordinalOfRid(item.rid()) == subject.id().ordinal();
    findings.require(
        !own || item.rid() < state.ridNext(),
        () ->
            "Item %s has the number %d, which partition %s has yet to give."
                .formatted(key, item.rid(), subject.id()));
  }

  private void checkEntries(ItemKey key, Item item) {
    byte[] itemKey = key.encoded();
    var space = subject.indexSpace(itemKey, item.version());
    for (byte[] entry : subject.settings().entries(itemKey, item, space)) {
      count(new Counters(0, 0, entry.length + itemKey.length));
      entries++;
      byte[] found = subject.reader().get(Family.INDEX, entry);
      findings.require(found != null, () -> "Item %s lacks an index entry.".formatted(key));
      findings.require(
          found == null || Arrays.equals(found, itemKey),
          () -> "An index entry of item %s names another item.".formatted(key));
    }
  }

  private void checkUniqueKeys(ItemKey key, Item item) {
    var settings = subject.settings().newest();
    List<byte[]> keys = UniqueValues.keys(container, key, item.body(), settings);
    for (byte[] unique : keys) {
      uniqueKeys++;
      findings.require(
          Arrays.equals(subject.reader().get(Family.ITEMS, unique), key.rowKey()),
          () -> "Item %s does not own one of its unique keys.".formatted(key));
    }
    if (item.indexed()) {
      checkUniqueEntries(key, item);
    }
  }

  /// While indexes change, an item may not own yet what it has, or own still what it has no more.
  private void checkUniqueEntries(ItemKey key, Item item) {
    SortedMap<byte[], Integer> entries =
        UniqueValues.entries(container, key, item.body(), subject.settings(), true);
    entries.putAll(UniqueValues.entries(container, key, item.body(), subject.settings(), false));
    for (byte[] entry : entries.keySet()) {
      boolean own = Arrays.equals(subject.reader().get(Family.ITEMS, entry), key.rowKey());
      uniqueKeys += own ? 1 : 0;
      findings.require(
          own || subject.settings().isIndexing(),
          () -> "Item %s does not own one of its unique index entries.".formatted(key));
    }
  }

  private void checkChange(ItemKey key, Item item) {
    byte[] bytes = subject.change(item.version());
    if (bytes == null) {
      findings.add("Item %s has no change for its version %s.".formatted(key, item.version()));
      return;
    }
    Change change = Change.decode(bytes);
    findings.require(
        Arrays.equals(change.itemKey(), key.encoded())
            && !change.operation().removes()
            && change.timeMillis() == item.timeMillis(),
        () -> "The change %s is not the one that wrote item %s.".formatted(item.version(), key));
  }

  private void finishLogicalPartition() {
    ItemKey key = logicalPartition;
    if (key == null) {
      return;
    }
    logicalPartitions++;
    Counters reality = logicalTotal;
    logicalTotal = Counters.ZERO;
    findings.guard(
        "A counter",
        () -> {
          byte[] bytes = subject.reader().get(Family.ITEMS, Layout.counters(container, key));
          Counters counted = LogicalPartition.decode(bytes).counters();
          findings.require(
              counted.equals(reality),
              () ->
                  "The logical partition of item %s is counted as %s, its items make %s."
                      .formatted(key, counted, reality));
        });
  }

  /// Every logical partition with items was compared; there must be no counters beyond those.
  private void checkCountersAlone() {
    long counted = 0;
    var range = Layout.counters(container, subject.state().range());
    try (Cursor cursor = subject.reader().scan(Family.ITEMS, range, Direction.FORWARD)) {
      while (cursor.next()) {
        counted++;
      }
    }
    if (counted > logicalPartitions) {
      findings.add(
          "Partition %s has counters of %d logical partitions, items of %d."
              .formatted(subject.id(), counted, logicalPartitions));
    }
  }
}
