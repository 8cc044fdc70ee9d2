// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.util.Arrays;
import java.util.concurrent.atomic.LongAdder;

/// How values are spread over fixed buckets.
public final class Histogram {
  private static final long MICRO = 1000;
  private static final long MILLI = 1000 * MICRO;
  private static final long SECOND = 1000 * MILLI;

  private final long[] bounds;
  private final LongAdder[] counts;
  private final LongAdder sum = new LongAdder();

  /// @param bounds the largest value of each bucket but the last, ascending
  Histogram(long... bounds) {
    this.bounds = bounds.clone();
    this.counts = new LongAdder[bounds.length + 1];
    Arrays.setAll(counts, _ -> new LongAdder());
  }

  /// Of durations in nanoseconds, from 100 microseconds to 30 seconds.
  static Histogram ofNanos() {
    return new Histogram(
        100 * MICRO,
        250 * MICRO,
        500 * MICRO,
        MILLI,
        2500 * MICRO,
        5 * MILLI,
        10 * MILLI,
        25 * MILLI,
        50 * MILLI,
        100 * MILLI,
        250 * MILLI,
        500 * MILLI,
        SECOND,
        2500 * MILLI,
        5 * SECOND,
        10 * SECOND,
        30 * SECOND);
  }

  /// Of numbers of partitions.
  static Histogram ofPartitions() {
    return new Histogram(0, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024);
  }

  /// @param times how often the value counts
  void record(long value, int times) {
    int bucket = 0;
    while (bucket < bounds.length && value > bounds[bucket]) {
      bucket++;
    }
    counts[bucket].add(times);
    sum.add(value * times);
  }

  public Snapshot snapshot() {
    return new Snapshot(
        bounds.clone(), Arrays.stream(counts).mapToLong(LongAdder::sum).toArray(), sum.sum());
  }

  /// How it was at one time.
  ///
  /// @param counts of each bucket; one more than bounds
  public record Snapshot(long[] bounds, long[] counts, long sum) {

    public long count() {
      return Arrays.stream(counts).sum();
    }

    /// The bound of the bucket in which this share of all values is reached; the last bound if it
    /// is beyond all of them.
    public long quantile(double share) {
      long wanted = (long) Math.ceil(share * count());
      long seen = 0;
      for (int i = 0; i < bounds.length; i++) {
        seen += counts[i];
        if (seen >= wanted) {
          return bounds[i];
        }
      }
      return bounds[bounds.length - 1];
    }
  }
}
