// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.throughput.RequestCharge;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

/// A call on the partition's side, while the thread that made this carries it out.
public final class RunningCall implements AutoCloseable {
  private final PartitionCall call;
  private final LongSupplier nanos;
  private final long deadline;
  private final Thread thread = Thread.currentThread();

  private final ReentrantLock lock = new ReentrantLock();
  private boolean ended; // guarded by lock
  private volatile boolean cancelled;

  /// Of the thread alone.
  private RequestCharge worked = RequestCharge.NONE;

  RunningCall(PartitionCall call, LongSupplier nanos) {
    this.call = call;
    this.nanos = nanos;
    this.deadline = nanos.getAsLong() + call.remainingNanos();
  }

  public PartitionCall call() {
    return call;
  }

  /// How much time is left; zero when it is over.
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, deadline - nanos.getAsLong()));
  }

  /// Fails with CANCELLED or DEADLINE_EXCEEDED if the call should not go on.
  public void throwIfDone() {
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw cancelled();
    }
    if (deadline - nanos.getAsLong() <= 0) {
      throw new OrreryException(
          ErrorCode.DEADLINE_EXCEEDED, "The request did not end within its time.");
    }
  }

  /// So much was done up to here: to be paid for even if the call does not come to its end.
  void work(RequestCharge charge) {
    worked = charge;
  }

  RequestCharge worked() {
    return worked;
  }

  static OrreryException cancelled() {
    return new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.");
  }

  boolean isOf(long request) {
    return call.request() == request;
  }

  /// Wakes the thread if it waits for something.
  void cancel() {
    lock.lock();
    try {
      if (!ended) {
        cancelled = true;
        thread.interrupt();
      }
    } finally {
      lock.unlock();
    }
  }

  /// What the thread does next is not to be interrupted for this call.
  @Override
  public void close() {
    lock.lock();
    try {
      ended = true;
      if (cancelled) {
        Thread.interrupted();
      }
    } finally {
      lock.unlock();
    }
  }
}
