// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import java.time.Duration;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/// Counts what a client has not taken yet, and makes those wait who have more for it.
final class Outbox {
  private static final long UNTAKEN_BYTES_MAX = 1024 * 1024;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();
  private long untakenBytes; // guarded by lock
  private boolean closed; // guarded by lock

  /// Waits for its turn. False if that never comes.
  boolean enter(int bytes, Duration patience) {
    long remaining = patience.toNanos();
    lock.lock();
    try {
      while (!closed && untakenBytes > UNTAKEN_BYTES_MAX) {
        if (remaining <= 0) {
          return false;
        }
        remaining = changed.awaitNanos(remaining);
      }
      if (closed) {
        return false;
      }
      untakenBytes += bytes;
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    } finally {
      lock.unlock();
    }
  }

  /// Not for others to wait for: an answer of the machinery itself, on an event loop.
  void enterNow(int bytes) {
    lock.lock();
    try {
      untakenBytes += bytes;
    } finally {
      lock.unlock();
    }
  }

  void taken(int bytes) {
    lock.lock();
    try {
      untakenBytes -= bytes;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  boolean isFull() {
    lock.lock();
    try {
      return untakenBytes > UNTAKEN_BYTES_MAX;
    } finally {
      lock.unlock();
    }
  }

  void close() {
    lock.lock();
    try {
      closed = true;
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
