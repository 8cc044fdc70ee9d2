// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.throughput;

import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Adds up what one partition spends, and samples on which keys. Every request passes here, so it
/// takes two additions and allocates nothing: threads add to one of several stripes, and whoever
/// crosses a sample point of theirs has its key noted with the weight of the whole stretch.
///
/// There is one sample point in each stretch of [#STRETCH] thousandths, at an offset that follows
/// from a fixed seed: requests that come in a fixed order cannot fall in step with it, and the same
/// requests on one thread give the same samples.
public final class SpendingMeter {
  /// How far back hot keys are told: between one window and two.
  public static final Duration WINDOW = Duration.ofMinutes(10);

  /// About eight reads of a small item.
  static final long STRETCH = 1 << 13;

  /// So many keys are counted in a window: what weighs more than a 64th of it is found.
  static final int KEYS = 64;

  private static final int STRETCH_BITS = Long.numberOfTrailingZeros(STRETCH);
  private static final int STRIPES = 8;

  /// Stripes lie so many longs apart, that is on cache lines of their own. The first of them has
  /// thousandths, the second requests.
  private static final int STRIDE = 8;

  private static final long SEED = 0x9E3779B97F4A7C15L;

  private final LongSupplier nanos;
  private final AtomicLongArray stripes = new AtomicLongArray(STRIPES * STRIDE);
  private final LongAdder throttled = new LongAdder();

  private final ReentrantLock lock = new ReentrantLock();
  // All below guarded by lock.
  private HeavyKeys current = new HeavyKeys(KEYS);
  private HeavyKeys previous = new HeavyKeys(KEYS);
  private long windowStart;

  /// @param nanos a steady clock, as [System#nanoTime()]
  public SpendingMeter(LongSupplier nanos) {
    this.nanos = nanos;
    this.windowStart = nanos.getAsLong();
  }

  /// Counts a request that was served; what it cost comes apart from it.
  public void served() {
    stripes.getAndIncrement(stripe() * STRIDE + 1);
  }

  private static int stripe() {
    return (int) Thread.currentThread().threadId() & (STRIPES - 1);
  }

  /// Counts a charge.
  ///
  /// @param key any key of the logical partition that it was spent on; null if on several
  public void spent(RequestCharge charge, @Nullable ItemKey key) {
    int stripe = stripe();
    long after = stripes.addAndGet(stripe * STRIDE, charge.thousandths());
    long before = after - charge.thousandths();
    long weight = STRETCH * crossed(stripe, before, after);
    if (weight > 0 && key != null) {
      sample(key, weight);
    }
  }

  /// How many sample points lie between the two, the latter included.
  private static long crossed(int stripe, long before, long after) {
    long first = before >> STRETCH_BITS;
    long last = after >> STRETCH_BITS;
    long points = last - first;
    points += isPassed(stripe, last, after) ? 1 : 0;
    points -= isPassed(stripe, first, before) ? 1 : 0;
    return points;
  }

  private static boolean isPassed(int stripe, long stretch, long position) {
    long mixed = (stretch * STRIPES + stripe + 1) * SEED;
    long offset = (mixed ^ mixed >>> 32) & (STRETCH - 1);
    return (position & (STRETCH - 1)) >= offset;
  }

  /// Nobody waits for the lock, event loops least of all: a sample that meets another is left out,
  /// which falls on all keys alike.
  private void sample(ItemKey key, long weight) {
    if (!lock.tryLock()) {
      return;
    }
    try {
      turnWindow();
      current.add(key, weight);
    } finally {
      lock.unlock();
    }
  }

  private void turnWindow() {
    long elapsed = nanos.getAsLong() - windowStart;
    if (elapsed >= WINDOW.toNanos()) {
      HeavyKeys oldest = previous;
      previous = current;
      oldest.clear();
      current = oldest;
      if (elapsed >= 2 * WINDOW.toNanos()) {
        previous.clear();
      }
      windowStart += elapsed - elapsed % WINDOW.toNanos();
    }
  }

  /// A request found no units left.
  public void turnedAway() {
    throttled.increment();
  }

  public Spending total() {
    long thousandths = 0;
    long served = 0;
    for (int i = 0; i < STRIPES; i++) {
      thousandths += stripes.get(i * STRIDE);
      served += stripes.get(i * STRIDE + 1);
    }
    long turnedAway = throttled.sum();
    return new Spending(thousandths, served + turnedAway, turnedAway);
  }

  /// On which keys most was spent lately, the hottest first.
  public List<HotKey> hottest(int count) {
    lock.lock();
    try {
      turnWindow();
      HeavyKeys both = new HeavyKeys(2 * KEYS);
      both.addAll(previous);
      both.addAll(current);
      return both.heaviest().stream().limit(count).toList();
    } finally {
      lock.unlock();
    }
  }
}
