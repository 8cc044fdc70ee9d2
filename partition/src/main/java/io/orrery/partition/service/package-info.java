/// A partition as others see it: messages of plain data, and answers of plain data.
///
/// Start at [PartitionService]; [PartitionRequest] is what can be asked, [PartitionAnswer] what is
/// answered, [PartitionCall] what every message carries besides: how much time there is, who pays
/// and what must have been seen. [LocalPartition] answers for a partition of this process, without
/// any encoding.
///
/// Nothing here is a closure, a snapshot or a running [io.orrery.partition.Partition], so that a
/// partition may live elsewhere. What a request does not bring along, its partition does not know.
@NullMarked
package io.orrery.partition.service;

import org.jspecify.annotations.NullMarked;
