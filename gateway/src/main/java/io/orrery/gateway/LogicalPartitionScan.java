// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.RowRange;

/// The items of one logical partition, in the order of their row keys.
///
/// @param partition any key of the logical partition; its row key does not count
public record LogicalPartitionScan(ItemKey partition, RowRange rows, Direction direction) {

  public static LogicalPartitionScan of(ItemKey partition) {
    return new LogicalPartitionScan(partition, RowRange.ALL, Direction.FORWARD);
  }
}
