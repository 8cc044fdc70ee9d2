// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.time.Duration;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/// A ring of time buckets: what a partition spent and held in each of the last ones.
final class TimeBuckets {
  private static final int NOTHING = -1;

  private final long stepMillis;
  private final long[] thousandths;
  private final int[] requests;
  private final int[] throttled;
  private final float[] peaks;
  private final long[] dataBytes;
  private final long[] indexBytes;
  private long newest = Long.MIN_VALUE;

  TimeBuckets(Duration step, int count) {
    this.stepMillis = step.toMillis();
    this.thousandths = new long[count];
    this.requests = new int[count];
    this.throttled = new int[count];
    this.peaks = new float[count];
    this.dataBytes = new long[count];
    this.indexBytes = new long[count];
    Arrays.fill(thousandths, NOTHING);
  }

  /// What came in a moment of which the last bit is at this time. Should the clock go back, it
  /// counts for the newest bucket.
  void add(long nowMillis, HeatCell moment) {
    long bucket = Math.max(newest, Math.floorDiv(nowMillis, stepMillis));
    advance(bucket);
    int place = place(bucket);
    if (thousandths[place] == NOTHING) {
      thousandths[place] = 0;
      requests[place] = 0;
      throttled[place] = 0;
      peaks[place] = 0;
    }
    thousandths[place] += moment.thousandths();
    requests[place] = sum(requests[place], moment.requests());
    throttled[place] = sum(throttled[place], moment.throttled());
    peaks[place] = Math.max(peaks[place], moment.peakRatio());
    dataBytes[place] = moment.dataBytes();
    indexBytes[place] = moment.indexBytes();
  }

  private static int sum(int counted, long more) {
    return (int) Math.min(Integer.MAX_VALUE, counted + more);
  }

  /// Buckets in which nobody looked hold nothing, not zero.
  private void advance(long bucket) {
    if (newest == Long.MIN_VALUE || bucket - newest >= thousandths.length) {
      Arrays.fill(thousandths, NOTHING);
      newest = bucket;
    }
    while (newest < bucket) {
      newest++;
      thousandths[place(newest)] = NOTHING;
    }
  }

  private int place(long bucket) {
    return (int) Math.floorMod(bucket, (long) thousandths.length);
  }

  /// All buckets that begin in this time, as one; null if nothing is known about any.
  @Nullable HeatCell between(long fromMillis, long endMillis) {
    HeatCell sum = null;
    long first = Math.max(Math.ceilDiv(fromMillis, stepMillis), newest - (thousandths.length - 1));
    for (long bucket = first; bucket <= newest && bucket * stepMillis < endMillis; bucket++) {
      int place = place(bucket);
      if (thousandths[place] != NOTHING) {
        HeatCell cell =
            new HeatCell(
                thousandths[place],
                requests[place],
                throttled[place],
                peaks[place],
                dataBytes[place],
                indexBytes[place]);
        sum = sum == null ? cell : sum.then(cell);
      }
    }
    return sum;
  }
}
