// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

/// What comes back from a partition that could be reached.
public sealed interface PartitionReply<A extends PartitionAnswer> {

  /// The request was carried out.
  record Answered<A extends PartitionAnswer>(A answer) implements PartitionReply<A> {}

  /// Nothing was done: the partition was split, its children serve its range.
  record Moved<A extends PartitionAnswer>() implements PartitionReply<A> {}

  /// Nothing was done: another replica of the partition is its leader.
  record NotLeader<A extends PartitionAnswer>() implements PartitionReply<A> {}
}
