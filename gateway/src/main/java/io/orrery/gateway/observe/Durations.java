// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.Arrays;

/// How long the requests of one protocol take, by kind, and how many partitions its queries visit.
public final class Durations {
  private final Histogram[] byKind = new Histogram[RequestKind.values().length];
  private final Histogram fanOut = Histogram.ofPartitions();

  Durations() {
    Arrays.setAll(byKind, _ -> Histogram.ofNanos());
  }

  void record(RequestKind kind, RequestCost cost) {
    byKind[kind.ordinal()].record(cost.elapsedNanos());
    if (kind == RequestKind.QUERY) {
      fanOut.record(cost.partitions());
    }
  }

  /// In nanoseconds.
  public Histogram.Snapshot of(RequestKind kind) {
    return byKind[kind.ordinal()].snapshot();
  }

  /// In partitions.
  public Histogram.Snapshot fanOut() {
    return fanOut.snapshot();
  }
}
