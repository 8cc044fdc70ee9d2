// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.log;

import java.util.List;

/// Where the commands of one partition get their order and become durable.
///
/// A log is told of commands by [#propose], gives each a position, makes them durable and has the
/// partition's [Applier] apply them in the order of their positions. Which comes first, durability
/// or applying, is the log's affair; nobody hears of an outcome before both have happened.
@FunctionalInterface
public interface PartitionLog {

  /// Gives proposals of the group, from one on, their end, and says how many. Called by one thread
  /// at a time. What it throws stops the partition for good: whatever has no end by then may or may
  /// not have been carried out.
  int propose(List<? extends Proposal> group, int from);
}
