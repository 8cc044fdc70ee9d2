// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/// How many requests of one sort there were, by the partition they went to. Where there is no room
/// for another partition, it is counted with those that went to none or to several.
final class PartitionCounters {

  /// How many counters all containers may have together.
  static final class Room {
    private final AtomicInteger left;

    Room(int counters) {
      this.left = new AtomicInteger(counters);
    }

    private boolean take() {
      return left.getAndUpdate(count -> Math.max(0, count - 1)) > 0;
    }

    private void give(int counters) {
      left.addAndGet(counters);
    }
  }

  private final Room room;
  private final UsageCounter others = new UsageCounter();
  private final ConcurrentHashMap<Integer, UsageCounter> byPartition = new ConcurrentHashMap<>();

  PartitionCounters(Room room) {
    this.room = room;
  }

  void add(RequestCost cost) {
    int partition = cost.partition();
    UsageCounter known = partition < 0 ? others : byPartition.get(partition);
    (known == null ? begin(partition) : known).add(cost);
  }

  private UsageCounter begin(int partition) {
    UsageCounter begun =
        byPartition.computeIfAbsent(partition, _ -> room.take() ? new UsageCounter() : null);
    return begun == null ? others : begun;
  }

  Usage total() {
    Usage total = others.total();
    for (UsageCounter each : byPartition.values()) {
      total = total.plus(each.total());
    }
    return total;
  }

  /// By ordinal; [RequestCost#NO_PARTITION] for what belongs to none of them.
  Map<Integer, Usage> totals() {
    Map<Integer, Usage> totals = new TreeMap<>();
    Usage rest = others.total();
    if (rest.requests() > 0) {
      totals.put(RequestCost.NO_PARTITION, rest);
    }
    byPartition.forEach((partition, counter) -> totals.put(partition, counter.total()));
    return totals;
  }

  /// Nobody counts here any more.
  void close() {
    room.give(byPartition.size());
    byPartition.clear();
  }
}
