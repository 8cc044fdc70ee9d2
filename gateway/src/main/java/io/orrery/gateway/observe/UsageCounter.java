// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.concurrent.atomic.LongAdder;

/// How many requests of one sort there were, and what they took.
final class UsageCounter {
  private final LongAdder requests = new LongAdder();
  private final LongAdder thousandths = new LongAdder();

  /// Beyond one for each request, which is what most take: these cost no addition.
  private final LongAdder furtherVisits = new LongAdder();

  void add(RequestCost cost) {
    requests.increment();
    thousandths.add(cost.thousandths());
    int partitions = cost.partitions();
    if (partitions != 1) {
      furtherVisits.add(partitions - 1L);
    }
  }

  Usage total() {
    long count = requests.sum();
    return new Usage(count, thousandths.sum(), count + furtherVisits.sum());
  }
}
