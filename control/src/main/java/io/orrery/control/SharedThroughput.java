// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.Limits;
import io.orrery.model.catalog.Database;
import io.orrery.model.container.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.service.PartitionRequest.Provision;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A throughput that several containers share, cut into as many parts as it takes partitions to
/// serve. The partitions of all these containers that lie in the same part of the ring spend from
/// one bucket.
///
/// @param database the number of the database it was provisioned for
/// @param parts as many as the throughput takes
record SharedThroughput(int database, Throughput throughput, int parts) {

  /// Null if the database has none.
  static @Nullable SharedThroughput of(Database database, Limits limits) {
    Throughput throughput = database.throughput();
    return throughput == null
        ? null
        : new SharedThroughput(database.number(), throughput, throughput.partitions(limits));
  }

  /// What a partition of the given range spends: of the part its middle lies in, since containers
  /// may have more partitions than there are parts.
  Provision provision(PartitionKeyDefinition key, HashRange range) {
    EffectivePartitionKey middle = key.middle(range);
    List<HashRange> ranges = key.evenRanges(parts);
    for (int part = 0; part < parts; part++) {
      if (ranges.get(part).contains(middle)) {
        return new Provision(new Provision.Share.Of(database, part), share(throughput, parts));
      }
    }
    throw new IllegalStateException("the ring has no place for " + range);
  }

  /// What one of several partitions gets of a throughput.
  static long share(Throughput throughput, int partitions) {
    return Math.max(1, throughput.unitsPerSecond() / partitions);
  }
}
