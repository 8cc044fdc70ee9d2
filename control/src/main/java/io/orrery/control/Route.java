// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.key.HashRange;
import io.orrery.partition.service.PartitionService;
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
}
