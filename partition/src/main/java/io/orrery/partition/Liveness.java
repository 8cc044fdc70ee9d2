// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.container.Item;
import io.orrery.model.container.TimeToLive;
import io.orrery.partition.PartitionState.RangeTombstone;
import io.orrery.partition.cells.CellRow;
import io.orrery.partition.cells.CellTimes;
import java.util.List;

/// Whether a stored item still counts. One that is past its time, or whose whole logical partition
/// was deleted, is gone for every reader at once, however long sweeping takes.
public record Liveness(int containerTtlSeconds, List<RangeTombstone> tombstones, long nowMillis) {

  /// The time no item reaches.
  public static final long NEVER = Long.MAX_VALUE;

  public boolean isDead(byte[] itemKey, Item item) {
    return isExpired(item) || isDeleted(itemKey, item);
  }

  boolean isExpired(Item item) {
    return item.hasCells()
        ? CellTimes.of(item.cells()).aliveUntil() <= nowMillis
        : deadline(item, containerTtlSeconds) <= nowMillis;
  }

  /// The item without the cells that are over.
  public Item seen(Item item) {
    if (!item.hasCells() || CellTimes.of(item.cells()).nextExpiry() > nowMillis) {
      return item;
    }
    byte[] body = CellRow.of(item.body(), item.cells()).body(nowMillis);
    return new Item(
        item.version(),
        item.rid(),
        item.timeMillis(),
        item.ttlSeconds(),
        item.indexed(),
        body,
        item.cells());
  }

  boolean isDeleted(byte[] itemKey, Item item) {
    for (RangeTombstone each : tombstones) {
      if (each.covers(itemKey, item.version().lsn())) {
        return true;
      }
    }
    return false;
  }

  /// When the item, or something of it, ends, in milliseconds since the epoch, or [#NEVER].
  static long deadline(Item item, int containerTtlSeconds) {
    if (item.hasCells()) {
      return CellTimes.of(item.cells()).due();
    }
    if (containerTtlSeconds == TimeToLive.OFF) {
      return NEVER;
    }
    int seconds = item.ttlSeconds() == Item.TTL_DEFAULT ? containerTtlSeconds : item.ttlSeconds();
    return seconds < 0 ? NEVER : item.timeMillis() + seconds * 1000L;
  }
}
