// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.key.HashRange;
import io.orrery.partition.Partition;
import io.orrery.partition.service.LocalPartition;
import io.orrery.partition.service.PartitionService;
import io.orrery.partition.throughput.SpendingMeter;
import io.orrery.partition.throughput.TokenBucket;
import java.util.List;

/// A stretch of the ring, and the partition that serves it.
///
/// @param parents the ordinals of the partitions it descends from, oldest first
public record Route(HashRange range, PartitionService service, List<Integer> parents) {
  public Route {
    parents = List.copyOf(parents);
  }

  public int ordinal() {
    return service.id().ordinal();
  }

  /// The partition itself, for queries: they still need its snapshots.
  public Partition partition() {
    return ((LocalPartition) service).partition();
  }

  /// What it spends from, for queries: they still pay by themselves.
  public TokenBucket bucket() {
    return ((LocalPartition) service).bucket();
  }

  /// Counts what it spends, for queries: they still pay by themselves.
  public SpendingMeter meter() {
    return ((LocalPartition) service).meter();
  }
}
