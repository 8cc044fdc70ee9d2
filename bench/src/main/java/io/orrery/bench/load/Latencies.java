// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.util.Arrays;

/// How long each request of a window took.
final class Latencies {
  private static final double P99 = 0.99;
  private static final double NANOS_PER_MILLI = 1e6;

  private long[] nanos = new long[1 << 16];
  private int count;

  void clear() {
    count = 0;
  }

  void add(long duration) {
    if (count == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * count);
    }
    nanos[count++] = duration;
  }

  int count() {
    return count;
  }

  double p99Millis() {
    return millis(P99);
  }

  double longestMillis() {
    return millis(1);
  }

  private double millis(double share) {
    if (count == 0) {
      return Double.NaN;
    }
    Arrays.sort(nanos, 0, count);
    return nanos[(int) (share * (count - 1))] / NANOS_PER_MILLI;
  }
}
