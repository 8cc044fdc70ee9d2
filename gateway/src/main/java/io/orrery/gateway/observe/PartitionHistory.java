// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.partition.throughput.Spending;
import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// What one partition spent and held: finely for an hour, coarsely for a day. There is nothing to
/// keep until it first spends something.
final class PartitionHistory {
  static final Duration FINE_STEP = Duration.ofSeconds(10);
  static final Duration COARSE_STEP = Duration.ofMinutes(5);
  static final int FINE_COUNT = 360;
  static final int COARSE_COUNT = 288;

  private record Rings(TimeBuckets fine, TimeBuckets coarse) {
    Rings() {
      this(new TimeBuckets(FINE_STEP, FINE_COUNT), new TimeBuckets(COARSE_STEP, COARSE_COUNT));
    }
  }

  private @Nullable Rings rings;
  private Spending seen;
  private long seenMillis;
  private long activeMillis;
  private float ratio;

  /// @param seen what it had spent at this time, which is in none of the stretches
  PartitionHistory(Spending seen, long nowMillis) {
    this.seen = seen;
    this.seenMillis = nowMillis;
    this.activeMillis = nowMillis;
  }

  /// What came since the last time belongs to the time up to now.
  ///
  /// @return whether it began to keep something
  boolean read(PartitionReading reading, long nowMillis) {
    long elapsed = nowMillis - seenMillis;
    if (elapsed <= 0) {
      return false; // The clock stood still or went back: a later reading has all of it.
    }
    Spending since = reading.spending().since(seen);
    if (since.thousandths() < 0) {
      since = reading.spending(); // The partition was opened anew.
    }
    seen = reading.spending();
    seenMillis = nowMillis;
    ratio = (float) since.thousandths() / reading.unitsPerSecond() / elapsed;
    boolean active = since.thousandths() > 0 || since.throttled() > 0;
    boolean begins = active && rings == null;
    if (begins) {
      rings = new Rings();
    }
    if (active) {
      activeMillis = nowMillis;
    }
    if (rings != null) {
      keep(
          new HeatCell(
              since.thousandths(),
              since.requests(),
              since.throttled(),
              ratio,
              reading.counters().dataBytes(),
              reading.counters().indexBytes()));
    }
    return begins;
  }

  private void keep(HeatCell moment) {
    Rings kept = Objects.requireNonNull(rings);
    kept.fine().add(seenMillis - 1, moment);
    kept.coarse().add(seenMillis - 1, moment);
  }

  boolean isKept() {
    return rings != null;
  }

  void forget() {
    rings = null;
  }

  /// The share of what it may spend that it spent when it was last looked at.
  float ratio() {
    return ratio;
  }

  /// When it last spent something.
  long activeMillis() {
    return activeMillis;
  }

  /// When it was last looked at.
  long seenMillis() {
    return seenMillis;
  }

  @Nullable HeatCell between(long fromMillis, long endMillis, boolean finely) {
    if (rings == null) {
      return null;
    }
    return (finely ? rings.fine() : rings.coarse()).between(fromMillis, endMillis);
  }
}
