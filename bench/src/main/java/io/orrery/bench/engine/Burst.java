// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import com.sun.management.OperatingSystemMXBean;
import io.orrery.bench.load.Numbers;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/// Many writes by many writers, and what they took; making what they write is not included.
final class Burst {
  private static final int WRITERS = 64;
  private static final double P99 = 0.99;
  private static final OperatingSystemMXBean SYSTEM =
      (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  /// How an item is written.
  @FunctionalInterface
  interface Write {
    void run(long number, byte[] json);
  }

  /// An item that is to be written.
  record Planned(long number, byte[] json) {}

  private final double[] millis;
  private int done;
  private long bytes;
  private long nanos;
  private long cpuNanos;

  /// @param count how many writes there will be
  Burst(int count) {
    millis = new double[count];
  }

  void run(List<Planned> plan, Write write) throws InterruptedException {
    AtomicInteger next = new AtomicInteger();
    List<Thread> writers = new ArrayList<>();
    long cpu = SYSTEM.getProcessCpuTime();
    long begin = System.nanoTime();
    for (int i = 0; i < WRITERS; i++) {
      writers.add(Thread.startVirtualThread(() -> run(plan, next, write)));
    }
    for (Thread writer : writers) {
      writer.join();
    }
    nanos += System.nanoTime() - begin;
    cpuNanos += SYSTEM.getProcessCpuTime() - cpu;
    plan.forEach(each -> bytes += each.json().length);
    done += plan.size();
  }

  private void run(List<Planned> plan, AtomicInteger next, Write write) {
    for (int at = next.getAndIncrement(); at < plan.size(); at = next.getAndIncrement()) {
      long start = System.nanoTime();
      write.run(plan.get(at).number(), plan.get(at).json());
      millis[done + at] = (System.nanoTime() - start) / 1e6;
    }
  }

  double perSecond() {
    return done / (nanos / 1e9);
  }

  /// Of the whole process, the store's own threads included.
  double cpuMicros() {
    return cpuNanos / 1e3 / done;
  }

  /// What was written, as JSON.
  long bytes() {
    return bytes;
  }

  double p99Millis() {
    return Numbers.percentile(millis, P99);
  }

  double longestMillis() {
    return Numbers.max(millis);
  }
}
