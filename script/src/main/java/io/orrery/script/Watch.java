// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.graalvm.polyglot.Context;
import org.jspecify.annotations.Nullable;

/// Looks after what scripts take, and stops those that take too much.
final class Watch implements AutoCloseable {
  private static final long PERIOD_MILLIS = 10;

  private final ScheduledThreadPoolExecutor timer =
      new ScheduledThreadPoolExecutor(
          1, Thread.ofPlatform().name("script watch").daemon().factory());
  private final Memory memory;
  private final LongSupplier ticker;

  Watch(Memory memory, LongSupplier ticker) {
    this.memory = memory;
    this.ticker = ticker;
    timer.setRemoveOnCancelPolicy(true);
  }

  /// Watches what the calling thread does in the context, from now on until the guard is closed.
  Guard guard(Context context, ScriptLimits limits) {
    Guard guard = new Guard(context, limits, memory, ticker);
    guard.begin();
    guard.start(timer);
    return guard;
  }

  /// As [#guard], but only between the guard's begin and end, of which there may be many.
  Guard guardCalls(Context context, ScriptLimits limits) {
    Guard guard = new Guard(context, limits, memory, ticker);
    guard.start(timer);
    return guard;
  }

  /// Does something short after a while, unless everything ends before.
  void later(Duration delay, Runnable work) {
    var _ = timer.schedule(work, delay.toNanos(), TimeUnit.NANOSECONDS);
  }

  @Override
  public void close() {
    timer.shutdownNow();
  }

  static final class Guard implements AutoCloseable {
    private static final long NOT_RUNNING = Long.MIN_VALUE;

    private final Context context;
    private final ScriptLimits limits;
    private final Memory memory;
    private final LongSupplier ticker;
    private volatile Memory.Beginning beginning;
    private final long limitNanos;
    private volatile long since = NOT_RUNNING;
    private volatile @Nullable OrreryException stopped;
    private volatile @Nullable Throwable unwatchable;
    private boolean stopping; // Of the watch's thread alone.
    private @Nullable ScheduledFuture<?> ticks;

    private Guard(Context context, ScriptLimits limits, Memory memory, LongSupplier ticker) {
      this.context = context;
      this.limits = limits;
      this.memory = memory;
      this.ticker = ticker;
      this.beginning = memory.begin();
      this.limitNanos = limits.time().toNanos();
    }

    private void start(ScheduledThreadPoolExecutor timer) {
      ticks =
          timer.scheduleAtFixedRate(
              this::look, PERIOD_MILLIS, PERIOD_MILLIS, TimeUnit.MILLISECONDS);
    }

    /// The calling thread is about to run the script.
    void begin() {
      beginning = memory.begin();
      since = ticker.getAsLong();
    }

    void end() {
      since = NOT_RUNNING;
    }

    /// Why the script was stopped; null if it was not.
    @Nullable OrreryException stopped() {
      Throwable failed = unwatchable;
      return failed == null
          ? stopped
          : new OrreryException(
              ErrorCode.INTERNAL, "The script could not be watched, and was stopped.", failed);
    }

    /// An exception would cancel all later looks, and with them the script's deadline. So whatever
    /// goes wrong stops the script, and a stop that fails is tried again with the next look.
    private void look() {
      try {
        if (!stopping && mustStop()) {
          Thread.ofPlatform().name("script stop").daemon().start(() -> context.close(true));
          stopping = true;
        }
      } catch (RuntimeException | Error e) {
        unwatchable = e;
      }
    }

    private boolean mustStop() {
      long begin = since;
      if (begin == NOT_RUNNING) {
        return false;
      }
      if (stopped == null && unwatchable == null) {
        if (ticker.getAsLong() - begin > limitNanos) {
          stopped = new OrreryException(ErrorCode.DEADLINE_EXCEEDED, Run.tooLong(limits.time()));
        } else if (memory.isExhaustedSince(beginning)) {
          stopped = Failures.memory(new OutOfMemoryError("stopped before"));
        }
      }
      return stopped != null || unwatchable != null;
    }

    @Override
    public void close() {
      since = NOT_RUNNING;
      if (ticks != null) {
        ticks.cancel(false);
      }
    }
  }
}
