// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import java.util.concurrent.locks.ReentrantLock;

/// The request units one partition (or one share of a database's budget) may spend.
///
/// It fills at its rate up to one second's worth. A request is let in while anything is left and
/// pays afterwards what it really cost, so a large one leaves a debt that later ones wait for: over
/// any longer time no more is spent than was granted. Time is passed in: `nanos` as of
/// [System#nanoTime()].
public final class TokenBucket {
  private static final long NANOS = 1_000_000_000L;
  private static final long THOUSAND = 1000;

  /// Several times what the service sells to one container; beyond this, the nanoseconds of a
  /// second times the rate do not fit a long.
  private static final long UNITS_MAX = 9_000_000;

  /// No debt is so large that it takes longer to pay.
  private static final long SECONDS_MAX = 1_000_000;

  private final ReentrantLock lock = new ReentrantLock();
  // All below guarded by lock. Levels in thousandths of a request unit.
  private long rate;
  private long level;
  private long filledAt;

  /// What has come in beyond whole thousandths, in billionths of one: nothing is lost to rounding.
  private long fraction;

  public TokenBucket(long unitsPerSecond, long nanos) {
    rate = thousandths(unitsPerSecond);
    level = rate;
    filledAt = nanos;
  }

  /// Lets a request in (0), or says after how many milliseconds one may come.
  public long admit(long nanos) {
    lock.lock();
    try {
      fill(nanos);
      if (level > 0) {
        return 0;
      }
      // Until one thousandth is there again, rounded up: whoever waits that long gets in.
      long missing = 1 - level;
      return Math.max(1, Math.ceilDiv(missing * THOUSAND, rate));
    } finally {
      lock.unlock();
    }
  }

  /// Pays for what a request cost.
  public void spend(RequestCharge charge) {
    lock.lock();
    try {
      level -= charge.thousandths();
    } finally {
      lock.unlock();
    }
  }

  /// Changes the rate; what was saved or is owed stays, up to what the new rate can hold.
  public void setRate(long unitsPerSecond, long nanos) {
    lock.lock();
    try {
      fill(nanos);
      rate = thousandths(unitsPerSecond);
      level = Math.min(level, rate);
    } finally {
      lock.unlock();
    }
  }

  public long unitsPerSecond() {
    lock.lock();
    try {
      return rate / THOUSAND;
    } finally {
      lock.unlock();
    }
  }

  private void fill(long nanos) {
    long elapsed = nanos - filledAt;
    if (elapsed <= 0) {
      return;
    }
    filledAt = nanos;
    // In two parts, because nanoseconds times rate do not fit for long times and high rates.
    long seconds = Math.min(elapsed / NANOS, SECONDS_MAX);
    long rest = elapsed % NANOS * rate + fraction;
    level += seconds * rate + rest / NANOS;
    fraction = rest % NANOS;
    if (level >= rate) {
      level = rate;
      fraction = 0;
    }
  }

  private static long thousandths(long unitsPerSecond) {
    if (unitsPerSecond < 1 || unitsPerSecond > UNITS_MAX) {
      throw new IllegalArgumentException("a rate of " + unitsPerSecond + " units per second");
    }
    return unitsPerSecond * THOUSAND;
  }
}
