// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;

/// How long the requests of one protocol take, by kind, and how many partitions its queries visit.
///
/// To look at the clock takes longer than all other counting together. Of reads, which are short
/// and many, it is done for one in [#READ_SAMPLE], which counts for that many.
public final class Durations {
  static final int READ_SAMPLE = 8;
  static final long UNKNOWN = -1;

  private final Map<RequestKind, Histogram> byKind = new EnumMap<>(RequestKind.class);
  private final Histogram fanOut = Histogram.ofPartitions();

  Durations() {
    for (RequestKind kind : RequestKind.values()) {
      byKind.put(kind, Histogram.ofNanos());
    }
  }

  /// Says how long it took; [#UNKNOWN] if nobody has looked.
  long record(RequestKind kind, RequestCost cost) {
    if (kind == RequestKind.QUERY) {
      fanOut.record(cost.partitions(), 1);
    }
    if (kind == RequestKind.UNKNOWN) {
      return UNKNOWN; // It had hardly begun.
    }
    boolean sampled = kind == RequestKind.READ;
    if (sampled && (cost.lot() & (READ_SAMPLE - 1)) != 0) {
      return UNKNOWN;
    }
    long nanos = cost.elapsedNanos();
    histogram(kind).record(nanos, sampled ? READ_SAMPLE : 1);
    return nanos;
  }

  /// In nanoseconds; reads as if all had been looked at.
  public Histogram.Snapshot of(RequestKind kind) {
    return histogram(kind).snapshot();
  }

  private Histogram histogram(RequestKind kind) {
    return Objects.requireNonNull(byKind.get(kind));
  }

  /// In partitions.
  public Histogram.Snapshot fanOut() {
    return fanOut.snapshot();
  }
}
