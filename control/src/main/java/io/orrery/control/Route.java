// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.key.HashRange;
import io.orrery.partition.Partition;
import io.orrery.partition.throughput.TokenBucket;
import java.util.List;

/// A stretch of the ring, the partition that serves it, and the budget it spends from.
///
/// @param parents the ordinals of the partitions it descends from, oldest first
public record Route(
    HashRange range, Partition partition, TokenBucket bucket, List<Integer> parents) {
  public Route {
    parents = List.copyOf(parents);
  }

  public int ordinal() {
    return partition.id().ordinal();
  }
}
