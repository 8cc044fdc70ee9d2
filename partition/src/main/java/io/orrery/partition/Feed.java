// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where the changes of a partition lie: its own, and until they are copied, those of its parent.
final class Feed {
  private final PartitionId id;
  private final PartitionState state;
  private final Reader reader;

  Feed(PartitionId id, PartitionState state, Reader reader) {
    this.id = id;
    this.state = state;
    this.reader = reader;
  }

  PartitionState state() {
    return state;
  }

  /// The stretches that together hold all changes after the LSN, in commit order.
  List<KeyRange> stretches(long lsnAfter) {
    Inheritance inheritance = state.inheritance();
    if (inheritance == null) {
      return List.of(Layout.changes(id, lsnAfter, state.lsn()));
    }
    PartitionId parent = id.sibling(inheritance.parentOrdinal());
    List<KeyRange> stretches = new ArrayList<>(3);
    stretches.add(Layout.changes(id, lsnAfter, inheritance.feedCursor()));
    stretches.add(
        Layout.changes(parent, Math.max(lsnAfter, inheritance.feedCursor()), inheritance.lsn()));
    stretches.add(Layout.changes(id, Math.max(lsnAfter, inheritance.lsn()), state.lsn()));
    stretches.removeIf(KeyRange::isEmpty);
    return stretches;
  }

  /// The highest LSN, but none below `lsnAfter`, up to which all changes were made before a time.
  /// Since time never runs backwards in a partition, halving finds it.
  long lsnBefore(long timeMillis, long lsnAfter) {
    long before = lsnAfter;
    long end = state.lsn();
    long next = before; // The first look is at the very next change, which often is the answer.
    while (before < end) {
      long earlier = lsnIfBefore(timeMillis, next);
      if (earlier < 0) {
        end = next;
      } else {
        before = earlier;
      }
      next = before + (end - before) / 2;
    }
    return before;
  }

  /// The LSN of the first change after an LSN, if that was before a time; -1 if it was not, or
  /// there is none.
  private long lsnIfBefore(long timeMillis, long lsnAfter) {
    for (KeyRange stretch : stretches(lsnAfter)) {
      try (Cursor cursor = scan(stretch)) {
        if (cursor.next()) {
          boolean before = Change.decode(cursor.value()).timeMillis() < timeMillis;
          return before ? Layout.version(cursor.key()).lsn() : -1;
        }
      }
    }
    return -1;
  }

  Cursor scan(KeyRange stretch) {
    return reader.scan(Family.FEED, stretch, Direction.FORWARD);
  }

  @Nullable Item item(ItemKey key) {
    byte[] record = reader.get(Family.ITEMS, Layout.item(id.container(), key));
    return record == null ? null : Item.decode(record);
  }

  /// An item as this version made it: still current, or kept as an image.
  Optional<Item> version(@Nullable Item current, ItemVersion version) {
    if (current != null && current.version().equals(version)) {
      return Optional.of(current);
    }
    byte[] image = reader.get(Family.FEED, Layout.image(id, version));
    if (image == null && state.inheritance() != null) {
      PartitionId parent = id.sibling(state.inheritance().parentOrdinal());
      image = reader.get(Family.FEED, Layout.image(parent, version));
    }
    return image == null ? Optional.empty() : Optional.of(Item.decode(image));
  }
}
