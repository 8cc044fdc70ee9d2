// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.Arrays;

/// How long the requests of one protocol take, by kind, and how many partitions its queries visit.
///
/// To look at the clock takes longer than all other counting together. Of reads, which are short
/// and many, it is done for one in [#READ_SAMPLE], which counts for that many.
public final class Durations {
  static final int READ_SAMPLE = 8;

  private final Histogram[] byKind = new Histogram[RequestKind.values().length];
  private final Histogram fanOut = Histogram.ofPartitions();

  Durations() {
    Arrays.setAll(byKind, _ -> Histogram.ofNanos());
  }

  void record(RequestKind kind, RequestCost cost) {
    boolean sampled = kind == RequestKind.READ;
    if (!sampled) {
      byKind[kind.ordinal()].record(cost.elapsedNanos(), 1);
    } else if ((cost.lot() & (READ_SAMPLE - 1)) == 0) {
      byKind[kind.ordinal()].record(cost.elapsedNanos(), READ_SAMPLE);
    }
    if (kind == RequestKind.QUERY) {
      fanOut.record(cost.partitions(), 1);
    }
  }

  /// In nanoseconds; reads as if all had been looked at.
  public Histogram.Snapshot of(RequestKind kind) {
    return byKind[kind.ordinal()].snapshot();
  }

  /// In partitions.
  public Histogram.Snapshot fanOut() {
    return fanOut.snapshot();
  }
}
