// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.host;

import io.orrery.partition.layout.PartitionId;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.service.PartitionService;
import java.util.List;

/// The partitions of one machine: makes them, runs them, removes them. Who should exist is not its
/// business.
public interface PartitionHost {

  /// Carries the commands out, all of them or none; they are about different partitions. Many at
  /// once cost one synchronisation of the disk, and those that only drop cost none: a power loss
  /// may bring back what was dropped, but then it takes everything this machine has written since.
  ///
  /// @return an outcome for each, in their order; if one was declined, nothing was done
  List<HostOutcome> carryOut(List<? extends HostCommand> commands);

  /// Starts a partition and serves it. Fails with CORRUPTED if there is none of this name.
  ///
  /// @param provision what it may spend until it is told otherwise
  PartitionService serve(PartitionId id, Provision provision);

  /// Gives back the disk space of a container whose partitions were all dropped. Rewrites files,
  /// which may take long.
  void reclaim(int container);
}
