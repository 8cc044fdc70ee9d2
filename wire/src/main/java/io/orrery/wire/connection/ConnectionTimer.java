// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import io.netty.channel.EventLoop;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/// Calls back when the time that was set last is over. Setting it again costs almost nothing as
/// long as it moves into the future: the timer that runs already looks again when it fires. Its
/// time is that of the event loop.
public final class ConnectionTimer {
  private final EventLoop eventLoop;
  private final Runnable expired;
  private @Nullable Future<?> timer;
  private long timerNanos;
  private long deadlineNanos;

  public ConnectionTimer(EventLoop eventLoop, Runnable expired) {
    this.eventLoop = eventLoop;
    this.expired = expired;
  }

  public void set(Duration fromNow) {
    deadlineNanos = eventLoop.ticker().nanoTime() + fromNow.toNanos();
    if (timer != null && timerNanos - deadlineNanos > 0) {
      cancel();
    }
    if (timer == null) {
      schedule(fromNow.toNanos());
    }
  }

  public void cancel() {
    if (timer != null) {
      timer.cancel(false);
      timer = null;
    }
  }

  private void schedule(long nanos) {
    timerNanos = deadlineNanos;
    timer = eventLoop.schedule(this::fire, nanos, TimeUnit.NANOSECONDS);
  }

  private void fire() {
    timer = null;
    long remaining = deadlineNanos - eventLoop.ticker().nanoTime();
    if (remaining > 0) {
      schedule(remaining);
    } else {
      expired.run();
    }
  }
}
