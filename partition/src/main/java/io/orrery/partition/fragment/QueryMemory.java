// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// The memory that all queries have together. One that needs more than is left waits a little for
/// others to end, and is refused then: it can be tried again, while a heap that ran out could not
/// be helped.
public final class QueryMemory {
  private static final Duration PATIENCE = Duration.ofSeconds(2);
  private static final long RETRY_MILLIS = 1000;
  private static final int ALL = 100;

  private final long bytesMax;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition given = lock.newCondition();
  private long bytes;

  public QueryMemory(long bytesMax) {
    this.bytesMax = bytesMax;
  }

  /// A part of the heap.
  public static QueryMemory of(Limits limits) {
    return new QueryMemory(Runtime.getRuntime().maxMemory() / ALL * limits.queryMemoryPercent());
  }

  /// What a single query may have of it.
  long queryMax() {
    return bytesMax / 2;
  }

  /// Fails with TOO_MANY_REQUESTS if so much does not become free in time.
  void take(long count, MemoryWaiter waiter) {
    boolean taken = true;
    lock.lock();
    try {
      if (bytes + count > bytesMax) {
        waiter.pause();
        taken = await(count, Math.min(PATIENCE.toNanos(), waiter.remaining().toNanos()));
      }
      bytes += taken ? count : 0;
    } finally {
      lock.unlock();
    }
    if (!taken) {
      // Not under the lock, which others need to give memory back.
      waiter.throwIfDone();
      throw OrreryException.retryAfter(
          ErrorCode.TOO_MANY_REQUESTS,
          "The queries that run now use all the memory that queries may have. Try again; or"
              + " filter more, and group, sort or collect less.",
          RETRY_MILLIS);
    }
  }

  /// Whether so much became free in time. Holds the lock, except while it waits.
  private boolean await(long count, long patienceNanos) {
    long left = patienceNanos;
    try {
      while (bytes + count > bytesMax) {
        if (left <= 0) {
          return false;
        }
        left = given.awaitNanos(left);
      }
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", e);
    }
  }

  void give(long count) {
    lock.lock();
    try {
      bytes -= count;
      given.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// How much is taken.
  public long bytes() {
    lock.lock();
    try {
      return bytes;
    } finally {
      lock.unlock();
    }
  }
}
