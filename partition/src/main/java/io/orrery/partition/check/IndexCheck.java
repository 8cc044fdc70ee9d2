// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.model.Direction;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import java.util.Arrays;
import java.util.function.BiConsumer;

/// Walks the index: there must be no entry that no item has, in the partition's own space and in
/// the part of the parent's that it still reads.
final class IndexCheck {
  private final Subject subject;
  private final Findings findings;

  IndexCheck(Subject subject, Findings findings) {
    this.subject = subject;
    this.findings = findings;
  }

  void run(long entriesExpected) {
    long[] count = new long[1];
    forEach((_, _) -> count[0]++);
    // Every entry an item must have was found: as many entries as that are exactly those.
    if (count[0] != entriesExpected) {
      forEach(this::check);
      findings.add(
          "Partition %s has %d index entries, its items have %d."
              .formatted(subject.id(), count[0], entriesExpected));
    }
  }

  private void forEach(BiConsumer<byte[], byte[]> visit) {
    try (Cursor cursor = scan(subject.id())) {
      while (cursor.next()) {
        visit.accept(cursor.key(), cursor.value());
      }
    }
    Inheritance inheritance = subject.state().inheritance();
    if (inheritance == null || inheritance.indexCopied()) {
      return;
    }
    try (Cursor cursor = scan(subject.id().sibling(inheritance.parentOrdinal()))) {
      while (cursor.next()) {
        byte[] itemKey = cursor.value();
        if (inheritance.holdsIndexOf(itemKey)
            && Layout.isInside(itemKey, subject.state().range())) {
          visit.accept(cursor.key(), itemKey);
        }
      }
    }
  }

  private Cursor scan(PartitionId space) {
    return subject.reader().scan(Family.INDEX, Layout.space(space), Direction.FORWARD);
  }

  private void check(byte[] entry, byte[] itemKey) {
    findings.guard(
        "An index entry",
        () -> {
          ItemKey key = ItemKey.decode(itemKey);
          findings.require(
              isOf(key, entry), () -> "An index entry is none of its item %s.".formatted(key));
        });
  }

  private boolean isOf(ItemKey key, byte[] entry) {
    Item item = subject.item(key);
    if (item == null) {
      return false;
    }
    PartitionId space = subject.indexSpace(key.encoded(), item.version());
    return subject.settings().entries(key.encoded(), item, space).stream()
        .anyMatch(each -> Arrays.equals(each, entry));
  }
}
