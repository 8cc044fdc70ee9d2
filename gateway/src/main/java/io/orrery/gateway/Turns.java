// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// Divides the processors among those who compute for long.
///
/// They do so on virtual threads, which are not preempted, and a thread that yields may come again
/// before others that have waited for longer: a few endless queries would keep everyone else from
/// running. So who has computed for a while needs a place to go on, and hands it to the next one
/// after every turn. There is one place less than there are carrier threads, so one of these is
/// always free for what is short.
final class Turns {
  /// What is done by then needs no place.
  private static final long SHORT_NANOS = 5_000_000;

  /// How long a place is kept while others wait for one. Going round too fast costs: everyone finds
  /// the caches filled by the others.
  private static final long TURN_NANOS = 200_000_000;

  private static final String CARRIERS = "jdk.virtualThreadScheduler.parallelism";
  private static final ThreadLocal<@Nullable Turn> CURRENT = new ThreadLocal<>();

  private final LongSupplier nanos;
  private final Semaphore places;

  Turns(LongSupplier nanos) {
    this(nanos, Integer.getInteger(CARRIERS, Runtime.getRuntime().availableProcessors()) - 1);
  }

  Turns(LongSupplier nanos, int places) {
    this.nanos = nanos;
    this.places = new Semaphore(Math.max(1, places), true);
  }

  /// What one thread computes, until it is closed.
  final class Turn implements AutoCloseable {
    private final @Nullable Turn outer;
    private long end = nanos.getAsLong() + SHORT_NANOS;
    private boolean placed;

    private Turn(@Nullable Turn outer) {
      this.outer = outer;
    }

    private void leave() {
      if (placed) {
        placed = false;
        places.release();
      }
    }

    @Override
    public void close() {
      leave();
      if (outer == null) {
        CURRENT.remove();
      } else {
        CURRENT.set(outer);
      }
    }
  }

  /// This thread begins to compute.
  Turn begin() {
    Turn outer = CURRENT.get();
    pause();
    Turn turn = new Turn(outer);
    CURRENT.set(turn);
    return turn;
  }

  /// This thread is going to wait for others who compute.
  void pause() {
    Turn turn = CURRENT.get();
    if (turn != null) {
      turn.leave();
    }
  }

  /// Waits for a place if this thread's turn is over, but no longer than so many nanoseconds. True
  /// if it had to.
  boolean awaitPlace(long now, long atMost) {
    Turn turn = CURRENT.get();
    if (turn == null || turn.end - now > 0) {
      return false;
    }
    turn.end = now + TURN_NANOS;
    if (turn.placed && !places.hasQueuedThreads()) {
      return false;
    }
    turn.leave();
    try {
      turn.placed = places.tryAcquire(atMost, TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    turn.end = nanos.getAsLong() + TURN_NANOS;
    return true;
  }
}
