// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Does several things at once, as many as allowed, and ends when all have ended. The first that
/// fails interrupts the others, and is what the caller gets to see.
public final class FanOut {
  private final List<Runnable> tasks;
  private final AtomicInteger next = new AtomicInteger();
  private final AtomicReference<@Nullable Throwable> failure = new AtomicReference<>();

  private FanOut(List<Runnable> tasks) {
    this.tasks = tasks;
  }

  public static void run(List<Runnable> tasks, int parallelism) {
    if (parallelism <= 1 || tasks.size() <= 1) {
      tasks.forEach(Runnable::run);
      return;
    }
    new FanOut(tasks).run(Math.min(parallelism, tasks.size()));
  }

  private void run(int workers) {
    try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < workers; i++) {
        executor.execute(() -> work(executor));
      }
    } catch (RejectedExecutionException e) {
      // A worker failed before the last one was started.
      failure.compareAndSet(null, e);
    }
    switch (failure.get()) {
      case null -> {}
      case RuntimeException e -> throw e;
      case Error e -> throw e;
      case Throwable e -> throw new IllegalStateException(e);
    }
  }

  private void work(ExecutorService executor) {
    try {
      for (int i = next.getAndIncrement(); i < tasks.size(); i = next.getAndIncrement()) {
        if (failure.get() != null) {
          return;
        }
        tasks.get(i).run();
      }
    } catch (RuntimeException | Error e) {
      failure.compareAndSet(null, e);
      executor.shutdownNow();
    }
  }
}
