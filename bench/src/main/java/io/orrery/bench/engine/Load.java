// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import com.sun.management.OperatingSystemMXBean;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/// Runs one operation from several threads for a while and counts.
final class Load {

  /// One operation, with a number no other call gets.
  @FunctionalInterface
  interface Operation {
    void run(long number) throws Exception;
  }

  /// @param microsPerOperation CPU time of the whole process, all threads and the store's own
  ///   included
  record Rate(double perSecond, double microsPerOperation) {}

  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private Load() {}

  static Rate run(int threads, ThreadFactory factory, long millis, AtomicLong numbers, Operation op)
      throws InterruptedException {
    CountDownLatch start = new CountDownLatch(1);
    AtomicReference<@Nullable Exception> failure = new AtomicReference<>();
    AtomicLong done = new AtomicLong();
    List<Thread> running = new ArrayList<>();
    long[] end = new long[1];
    for (int i = 0; i < threads; i++) {
      Thread thread =
          factory.newThread(
              () -> {
                long count = 0;
                try {
                  start.await();
                  while (System.nanoTime() < end[0] && failure.get() == null) {
                    op.run(numbers.getAndIncrement());
                    count++;
                  }
                } catch (Exception e) {
                  failure.compareAndSet(null, e);
                }
                done.addAndGet(count);
              });
      thread.start();
      running.add(thread);
    }
    long cpu = SYSTEM.getProcessCpuTime();
    long begin = System.nanoTime();
    end[0] = begin + millis * 1_000_000;
    start.countDown();
    for (Thread thread : running) {
      thread.join();
    }
    double seconds = (System.nanoTime() - begin) / 1e9;
    if (failure.get() != null) {
      throw new IllegalStateException("an operation failed", failure.get());
    }
    double micros = (SYSTEM.getProcessCpuTime() - cpu) / 1e3;
    return new Rate(done.get() / seconds, micros / done.get());
  }
}
