// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.container.Change;
import io.orrery.model.container.TimeToLive;
import io.orrery.partition.command.Command;
import io.orrery.partition.layout.Layout;
import io.orrery.partition.layout.PartitionId;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.Reader;
import java.util.Optional;

/// Decides what a partition should do next in the background.
///
/// What was inherited is taken over first, because everything else reads the partition's own space.
final class Due {
  private Due() {}

  static Optional<Command> of(
      PartitionId id,
      PartitionState state,
      SettingsHistory settings,
      Reader store,
      long nowMillis,
      int itemsMax) {
    if (state.retired()) {
      return Optional.empty();
    }
    if (state.inheritance() != null) {
      return Optional.of(new Command.TakeOver(nowMillis, itemsMax));
    }
    if (!state.tombstones().isEmpty()) {
      return Optional.of(new Command.Sweep(nowMillis, itemsMax));
    }
    if (settings.isIndexing() && !settings.isHeldUp()) {
      return Optional.of(new Command.Reindex(nowMillis, itemsMax));
    }
    if (isAnyExpired(id, state, settings, store, nowMillis)) {
      return Optional.of(new Command.Sweep(nowMillis, itemsMax));
    }
    if (isHistoryOld(id, state, settings, store, nowMillis)) {
      return Optional.of(new Command.PurgeHistory(nowMillis, itemsMax));
    }
    return Optional.empty();
  }

  private static boolean isAnyExpired(
      PartitionId id,
      PartitionState state,
      SettingsHistory settings,
      Reader store,
      long nowMillis) {
    if (settings.newest().ttlSeconds() == TimeToLive.OFF || !settings.hasAllDeadlines()) {
      return false;
    }
    KeyRange due = Layout.deadlines(id, state.sweptMillis(), nowMillis + 1);
    try (Cursor cursor = store.scan(Family.INDEX, due, Direction.FORWARD)) {
      return cursor.next();
    }
  }

  private static boolean isHistoryOld(
      PartitionId id,
      PartitionState state,
      SettingsHistory settings,
      Reader store,
      long nowMillis) {
    if (state.historySince() == PartitionState.NO_HISTORY) {
      return false;
    }
    long kept = settings.newest().historyMillis();
    if (kept == 0) {
      return true;
    }
    KeyRange rest = Layout.changes(id, state.historyPurged(), state.lsn());
    try (Cursor cursor = store.scan(Family.FEED, rest, Direction.FORWARD)) {
      return cursor.next() && Change.decode(cursor.value()).timeMillis() <= nowMillis - kept;
    }
  }
}
