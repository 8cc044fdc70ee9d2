// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.RequestCharge;
import java.time.Duration;
import java.util.function.LongSupplier;

/// A call on the partition's side, while the thread that made this carries it out.
public final class RunningCall implements AutoCloseable {
  private final PartitionCall call;
  private final LongSupplier nanos;
  private final long deadline;
  private final Thread thread = Thread.currentThread();

  private boolean ended; // guarded by this
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

  /// The same as nanoseconds, for somebody who has looked at the clock.
  long remaining(long now) {
    return Math.max(0, deadline - now);
  }

  /// Fails with CANCELLED or DEADLINE_EXCEEDED if the call should not go on.
  public void throwIfDone() {
    throwIfDone(nanos.getAsLong());
  }

  /// The same for somebody who has looked at the clock.
  void throwIfDone(long now) {
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw cancelled();
    }
    if (deadline - now <= 0) {
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
  synchronized void cancel() {
    if (!ended) {
      cancelled = true;
      thread.interrupt();
    }
  }

  /// What the thread does next is not to be interrupted for this call.
  @Override
  public synchronized void close() {
    ended = true;
    if (cancelled) {
      Thread.interrupted();
    }
  }
}
