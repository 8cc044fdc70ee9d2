// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/// Divides the processors fairly among threads that compute for long: cooperative round-robin with
/// permits.
///
/// Requests run on virtual threads, which are not preempted, and a thread that yields may come
/// again before others that have waited for longer: a few endless queries would keep everyone else
/// from running. So a thread that has computed for a while needs a permit to go on, and hands it to
/// the next one in line after each time slice. There are fewer permits than carrier threads, so one
/// of these is always free for what is short.
public final class FairScheduler {
  /// What is done by then needs no permit.
  private static final long SHORT_NANOS = 5_000_000;

  /// How long a permit is kept while others wait for one. Going round too fast costs: everyone
  /// finds the caches filled by the others.
  private static final long SLICE_NANOS = 200_000_000;

  private final LongSupplier nanos;
  private final Semaphore permits;

  public FairScheduler(LongSupplier nanos, int permits) {
    this.nanos = nanos;
    this.permits = new Semaphore(permits, true);
  }

  /// The share of a thread that begins to compute. Belongs to that thread.
  public Share begin() {
    return new Share();
  }

  /// What one thread gets of the processors, until it is closed.
  public final class Share implements AutoCloseable {
    private long sliceEnd = nanos.getAsLong() + SHORT_NANOS;
    private boolean permitted;

    private Share() {}

    /// Waits for a permit if the thread's time slice is over, but no longer than so many
    /// nanoseconds. True if it had to.
    public boolean yieldIfDue(long now, long atMost) {
      if (sliceEnd - now > 0) {
        return false;
      }
      sliceEnd = now + SLICE_NANOS;
      if (permitted && !permits.hasQueuedThreads()) {
        return false;
      }
      pause();
      try {
        permitted = permits.tryAcquire(atMost, TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      sliceEnd = nanos.getAsLong() + SLICE_NANOS;
      return true;
    }

    /// The thread is going to wait for others who compute.
    public void pause() {
      if (permitted) {
        permitted = false;
        permits.release();
      }
    }

    @Override
    public void close() {
      pause();
    }
  }
}
