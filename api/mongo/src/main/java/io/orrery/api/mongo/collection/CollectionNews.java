// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.collection;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Tells those who wait for it that there are other collections than before.
public final class CollectionNews {
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// Guarded by the lock.
  private long count;

  /// How often there was something new.
  public long count() {
    lock.lock();
    try {
      return count;
    } finally {
      lock.unlock();
    }
  }

  void tell() {
    lock.lock();
    try {
      count++;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Waits until there is something that was not there at a count; false if the time is over.
  public boolean await(long seen, Duration time) throws InterruptedException {
    lock.lockInterruptibly();
    try {
      long left = TimeUnit.NANOSECONDS.convert(time);
      while (count == seen) {
        if (left <= 0) {
          return false;
        }
        left = changed.awaitNanos(left);
      }
      return true;
    } finally {
      lock.unlock();
    }
  }
}
