// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.host;

import io.orrery.model.key.HashRange;
import io.orrery.partition.command.PartitionSettings;
import io.orrery.partition.layout.PartitionId;
import org.jspecify.annotations.Nullable;

/// Something the host of a partition is told to do. Each may be told again, after a crash or when
/// no answer came: what is done already is not done twice.
public sealed interface HostCommand {
  PartitionId id();

  /// Writes the first state of a partition that is no child of another.
  record CreatePartition(PartitionId id, HashRange range, PartitionSettings settings)
      implements HostCommand {}

  /// Writes the first state of a partition that was split off `parent`, which this host has.
  record InheritPartition(PartitionId id, PartitionId parent) implements HostCommand {}

  /// Deletes the partition with its index and history. Nobody may use it by then, or ever after.
  ///
  /// @param items the range whose items go as well; null for a partition that was split, since they
  ///   are its children's
  record DropPartition(PartitionId id, @Nullable HashRange items) implements HostCommand {}
}
