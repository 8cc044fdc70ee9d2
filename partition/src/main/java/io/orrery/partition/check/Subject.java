// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.check;

import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.ItemVersion;
import io.orrery.partition.PartitionState;
import io.orrery.partition.PartitionState.Inheritance;
import io.orrery.partition.SettingsHistory;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Family;
import io.orrery.storage.Reader;
import org.jspecify.annotations.Nullable;

/// The partition under examination, in one consistent state.
record Subject(PartitionId id, PartitionState state, SettingsHistory settings, Reader reader) {

  /// The space in which the index entries of an item must lie.
  PartitionId indexSpace(byte[] itemKey, ItemVersion version) {
    Inheritance inheritance = state.inheritance();
    return inheritance != null && inheritance.holdsIndexOf(itemKey, version)
        ? id.sibling(inheritance.parentOrdinal())
        : id;
  }

  /// The space in which the change that made a version must lie.
  PartitionId feedSpace(ItemVersion version) {
    Inheritance inheritance = state.inheritance();
    return inheritance != null && inheritance.holdsChange(version)
        ? id.sibling(inheritance.parentOrdinal())
        : id;
  }

  @Nullable Item item(ItemKey key) {
    byte[] record = reader.get(Family.ITEMS, Layout.item(id.container(), key));
    return record == null ? null : Item.decode(record);
  }

  byte @Nullable [] change(ItemVersion version) {
    return reader.get(Family.FEED, Layout.change(feedSpace(version), version));
  }

  /// The image of a version: own, or as long as anything is inherited, the parent's.
  byte @Nullable [] image(ItemVersion version) {
    byte[] own = reader.get(Family.FEED, Layout.image(id, version));
    Inheritance inheritance = state.inheritance();
    if (own != null || inheritance == null) {
      return own;
    }
    PartitionId parent = id.sibling(inheritance.parentOrdinal());
    return reader.get(Family.FEED, Layout.image(parent, version));
  }
}
