// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.conversation;

import io.netty.util.concurrent.Ticker;
import java.util.concurrent.ThreadFactory;
import org.jspecify.annotations.Nullable;

/// One message in the hands of its door, on a virtual thread of its own.
final class MessageWork implements Runnable {
  /// Who is told, on the virtual thread, that a message is handled.
  interface Done {
    /// The door is done with it.
    ///
    /// @param failure what the door threw; null most of the time
    void accept(MessageWork work, @Nullable Throwable failure);
  }

  private static final ThreadFactory THREADS =
      Thread.ofVirtual().name("message").inheritInheritableThreadLocals(false).factory();

  private final Runnable handling;
  private final Runnable release;
  private final Done done;
  private final Ticker ticker;
  private final long startNanos;
  private final Thread thread = THREADS.newThread(this);

  /// @param release gives back what the message holds of the budget
  MessageWork(Runnable handling, Runnable release, Done done, Ticker ticker) {
    this.handling = handling;
    this.release = release;
    this.done = done;
    this.ticker = ticker;
    this.startNanos = ticker.nanoTime();
  }

  void start() {
    thread.start();
  }

  void interrupt() {
    thread.interrupt();
  }

  long ageNanos() {
    return ticker.nanoTime() - startNanos;
  }

  @Override
  public void run() {
    Throwable failure = null;
    try {
      handling.run();
    } catch (RuntimeException | Error e) {
      failure = e;
    }
    release.run();
    done.accept(this, failure);
  }
}
