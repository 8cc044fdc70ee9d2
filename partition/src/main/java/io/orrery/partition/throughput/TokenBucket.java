// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import io.orrery.model.container.RequestCharge;
import java.util.concurrent.atomic.AtomicReference;

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

  /// What is in the bucket. Levels in thousandths of a request unit.
  ///
  /// @param fraction what has come in beyond whole thousandths, in billionths of one: nothing is
  ///   lost to rounding
  private record Content(long rate, long level, long filledAt, long fraction) {

    Content spend(long thousandths) {
      return new Content(rate, level - thousandths, filledAt, fraction);
    }

    Content withRate(long newRate) {
      return new Content(newRate, Math.min(level, newRate), filledAt, fraction);
    }

    Content fill(long nanos) {
      long elapsed = nanos - filledAt;
      if (elapsed <= 0) {
        return this;
      }
      // In two parts, because nanoseconds times rate do not fit for long times and high rates.
      long seconds = Math.min(elapsed / NANOS, SECONDS_MAX);
      long rest = elapsed % NANOS * rate + fraction;
      long filled = level + seconds * rate + rest / NANOS;
      return filled >= rate
          ? new Content(rate, rate, nanos, 0)
          : new Content(rate, filled, nanos, rest % NANOS);
    }
  }

  /// Replaced as a whole: event loops come by here, which must never wait for a lock.
  private final AtomicReference<Content> content;

  public TokenBucket(long unitsPerSecond, long nanos) {
    long rate = thousandths(unitsPerSecond);
    content = new AtomicReference<>(new Content(rate, rate, nanos, 0));
  }

  /// Lets a request in (0), or says after how many milliseconds one may come.
  public long admit(long nanos) {
    Content now = content.updateAndGet(before -> before.fill(nanos));
    if (now.level() > 0) {
      return 0;
    }
    // Until one thousandth is there again, rounded up: whoever waits that long gets in.
    long missing = 1 - now.level();
    return Math.max(1, Math.ceilDiv(missing * THOUSAND, now.rate()));
  }

  /// Pays for what a request cost.
  public void spend(RequestCharge charge) {
    content.updateAndGet(before -> before.spend(charge.thousandths()));
  }

  /// Changes the rate; what was saved or is owed stays, up to what the new rate can hold.
  public void setRate(long unitsPerSecond, long nanos) {
    long rate = thousandths(unitsPerSecond);
    content.updateAndGet(before -> before.fill(nanos).withRate(rate));
  }

  public long unitsPerSecond() {
    return content.get().rate() / THOUSAND;
  }

  private static long thousandths(long unitsPerSecond) {
    if (unitsPerSecond < 1 || unitsPerSecond > UNITS_MAX) {
      throw new IllegalArgumentException("a rate of " + unitsPerSecond + " units per second");
    }
    return unitsPerSecond * THOUSAND;
  }
}
