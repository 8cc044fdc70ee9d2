// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import io.orrery.model.Direction;
import io.orrery.partition.PartitionState;
import io.orrery.partition.SettingsHistory;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Store;

/// In the middle of what partitions were when their process was killed: shows that the kills hit
/// what they are aimed at.
final class Unfinished {
  private static final byte STATE = 0x02;
  private static final byte SETTINGS = 0x03;

  private int stores;
  private int splits;
  private int takeovers;
  private int sweeps;
  private int reindexings;

  void look(Store store) {
    stores++;
    try (Cursor states = scan(store, STATE)) {
      while (states.next()) {
        PartitionState state = PartitionState.decode(states.value());
        splits += state.split() != null ? 1 : 0;
        takeovers += state.inheritance() != null ? 1 : 0;
        sweeps += state.tombstones().size();
      }
    }
    try (Cursor settings = scan(store, SETTINGS)) {
      while (settings.next()) {
        reindexings += SettingsHistory.decode(settings.value()).isIndexing() ? 1 : 0;
      }
    }
  }

  private static Cursor scan(Store store, byte kind) {
    return store.scan(Family.META, KeyRange.prefix(new byte[] {kind}), Direction.FORWARD);
  }

  @Override
  public String toString() {
    return "%d stores looked at; unfinished in them: %d splits, %d takeovers from a parent, %d sweeps, %d re-indexings"
        .formatted(stores, splits, takeovers, sweeps, reindexings);
  }
}
