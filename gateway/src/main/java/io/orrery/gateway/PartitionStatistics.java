// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.Counters;
import io.orrery.model.key.HashRange;
import io.orrery.partition.throughput.Spending;
import java.util.List;

/// A partition as status pages and metrics show it.
///
/// @param parents the ordinals of the partitions it descends from, oldest first
/// @param unitsPerSecond what it may spend
/// @param spending what it has spent since it was opened
/// @param reindexPercent how far its index follows the newest policy: 100 when it does
public record PartitionStatistics(
    int ordinal,
    HashRange range,
    List<Integer> parents,
    long lsn,
    Counters counters,
    long unitsPerSecond,
    Spending spending,
    int reindexPercent) {
  public PartitionStatistics {
    parents = List.copyOf(parents);
  }
}
