// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.Throughput;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.throughput.TokenBucket;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/// A throughput that several containers share, cut into as many buckets as it takes partitions to
/// serve. The partitions of all these containers that lie in the same part of the ring spend from
/// one bucket.
final class SharedThroughput {
  private final Throughput throughput;
  private final List<TokenBucket> buckets;

  /// @param partitions as many as the throughput takes
  SharedThroughput(Throughput throughput, int partitions, LongSupplier nanos) {
    this.throughput = throughput;
    this.buckets = new ArrayList<>();
    for (int i = 0; i < partitions; i++) {
      buckets.add(new TokenBucket(share(throughput, partitions), nanos.getAsLong()));
    }
  }

  Throughput throughput() {
    return throughput;
  }

  /// The bucket for a partition of the given range: the one its middle lies in, since containers
  /// may have more partitions than there are buckets.
  TokenBucket bucket(PartitionKeyDefinition key, HashRange range) {
    EffectivePartitionKey middle = key.middle(range);
    List<HashRange> parts = key.evenRanges(buckets.size());
    for (int i = 0; i < parts.size(); i++) {
      if (parts.get(i).contains(middle)) {
        return buckets.get(i);
      }
    }
    throw new IllegalStateException("the ring has no place for " + range);
  }

  /// What one of several partitions gets of a throughput.
  static long share(Throughput throughput, int partitions) {
    return Math.max(1, throughput.unitsPerSecond() / partitions);
  }
}
