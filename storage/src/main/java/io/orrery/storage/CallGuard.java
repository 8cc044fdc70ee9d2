// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;

/// Counts the calls inside something native, so that it is freed only when none is left.
///
/// A caller counts itself in and then looks whether the guard is closed; the closer closes and then
/// looks at the counts. Whichever order these happen in, one of the two sees the other. The counts
/// are spread over stripes chosen by thread, each on a cache line of its own, so that readers on
/// different cores do not meet; a thread leaves by the stripe it came in by, so a stripe that was
/// seen at zero after closing holds no call any more.
final class CallGuard {
  private static final int STRIDE = 32;
  private static final long DRAIN_POLL_NANOS = TimeUnit.MICROSECONDS.toNanos(50);

  private final String what;
  private final int mask;
  private final AtomicIntegerArray calls;
  private volatile boolean closed;

  /// `what` names the guarded thing in the refusal; `stripes` is a power of two.
  CallGuard(String what, int stripes) {
    this.what = what;
    this.mask = stripes - 1;
    this.calls = new AtomicIntegerArray(stripes == 1 ? 1 : stripes * STRIDE);
  }

  void enter() {
    if (!tryEnter()) {
      throw refusal();
    }
  }

  boolean tryEnter() {
    int stripe = stripe();
    calls.getAndIncrement(stripe);
    if (closed) {
      calls.getAndDecrement(stripe);
      return false;
    }
    return true;
  }

  void exit() {
    calls.getAndDecrement(stripe());
  }

  /// Refuses calls from now on, without waiting for those inside.
  void close() {
    closed = true;
  }

  /// Returns when the last call inside has left; only after [#close].
  void drain() {
    for (int stripe = 0; stripe <= mask; stripe++) {
      while (calls.get(stripe * STRIDE) != 0) {
        LockSupport.parkNanos(this, DRAIN_POLL_NANOS);
      }
    }
  }

  OrreryException refusal() {
    return new OrreryException(ErrorCode.UNAVAILABLE, "The " + what + " is closed.");
  }

  private int stripe() {
    long id = Thread.currentThread().threadId();
    return ((int) (id ^ (id >>> 8)) & mask) * STRIDE;
  }
}
