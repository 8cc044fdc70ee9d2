// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.model.Direction;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.partition.UniqueValues;
import io.orrery.partition.layout.Layout;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import java.util.Arrays;

/// Walks the unique keys: none may belong to an item that does not have it.
final class UniqueKeysCheck {
  private final Subject subject;
  private final Findings findings;

  UniqueKeysCheck(Subject subject, Findings findings) {
    this.subject = subject;
    this.findings = findings;
  }

  void run(long expected) {
    long count = 0;
    try (Cursor cursor = scan()) {
      while (cursor.next()) {
        count++;
      }
    }
    if (count == expected) {
      return;
    }
    try (Cursor cursor = scan()) {
      while (cursor.next()) {
        findings.guard("A unique key", () -> check(cursor.key(), cursor.value()));
      }
    }
    findings.add(
        "Partition %s has %d unique keys, its items have %d."
            .formatted(subject.id(), count, expected));
  }

  private Cursor scan() {
    var range = Layout.uniques(subject.id().container(), subject.state().range());
    return subject.reader().scan(Family.ITEMS, range, Direction.FORWARD);
  }

  private boolean hasEntry(ItemKey key, Item item, byte[] storeKey) {
    int container = subject.id().container();
    return UniqueValues.entries(container, key, item.body(), subject.settings(), true)
            .containsKey(storeKey)
        || UniqueValues.entries(container, key, item.body(), subject.settings(), false)
            .containsKey(storeKey);
  }

  private void check(byte[] storeKey, byte[] owner) {
    ItemKey key = Layout.itemKey(storeKey).withRowKey(owner);
    Item item = subject.item(key);
    findings.require(
        item != null
            && (UniqueValues.keys(
                        subject.id().container(), key, item.body(), subject.settings().newest())
                    .stream()
                    .anyMatch(each -> Arrays.equals(each, storeKey))
                || hasEntry(key, item, storeKey)),
        () -> "A unique key belongs to item %s, which does not have it.".formatted(key));
  }
}
