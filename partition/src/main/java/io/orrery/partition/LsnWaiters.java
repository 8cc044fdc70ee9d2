// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;

/// Readers that wait until a partition has come as far as they have seen elsewhere. While there are
/// none, whoever writes pays for them with one look at a number.
final class LsnWaiters {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition advanced = lock.newCondition();

  /// Raised before a reader looks how far the partition is, and read after it has advanced: one of
  /// both always sees the other.
  private final AtomicInteger waiting = new AtomicInteger();

  /// Waits until `reached` holds; false if it did not within the time.
  boolean await(BooleanSupplier reached, long nanosMax) throws InterruptedException {
    lock.lockInterruptibly();
    waiting.incrementAndGet();
    try {
      long left = nanosMax;
      while (!reached.getAsBoolean()) {
        if (left <= 0) {
          return false;
        }
        left = advanced.awaitNanos(left);
      }
      return true;
    } finally {
      waiting.decrementAndGet();
      lock.unlock();
    }
  }

  /// The partition has advanced.
  void wake() {
    if (waiting.get() == 0) {
      return;
    }
    lock.lock();
    try {
      advanced.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
