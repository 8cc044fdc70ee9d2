// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.bench.load.Items;
import io.orrery.bench.load.Numbers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// How long writers wait at most while a partition of 100 MB is split under them.
final class SplitPause {
  private static final long BYTES = 100L << 20;
  private static final int WRITERS = 8;

  private SplitPause() {}

  static void measure(Path directory) throws InterruptedException {
    try (var engine = new Engine(directory)) {
      AtomicLong numbers = new AtomicLong();
      while (bytes(engine) < BYTES) {
        Load.run(
            64,
            Thread.ofVirtual().factory(),
            500,
            numbers,
            n -> engine.create(n, Items.DEFAULT.json(n)));
      }
      double[] calm = longestWaits(engine, numbers, () -> {});
      double[] split =
          longestWaits(engine, numbers, () -> engine.plane.split(engine.open, 0, null));
      System.out.printf(
          "split of %d MB: writers' longest pause %.0f ms (%.0f ms in as long a time without a"
              + " split)%n",
          bytes(engine) >> 20, Numbers.max(split), Numbers.max(calm));
    }
  }

  private static long bytes(Engine engine) {
    return engine.open.routes().all().stream()
        .mapToLong(route -> engine.plane.describe(route).counters().bytes())
        .sum();
  }

  /// The longest wait of each writer, in milliseconds, while something happens and two seconds
  /// longer.
  private static double[] longestWaits(Engine engine, AtomicLong numbers, Runnable event)
      throws InterruptedException {
    AtomicBoolean over = new AtomicBoolean();
    double[] longest = new double[WRITERS];
    List<Thread> writers = new ArrayList<>();
    for (int i = 0; i < WRITERS; i++) {
      int writer = i;
      writers.add(
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (!over.get()) {
                      long number = numbers.getAndIncrement();
                      byte[] json = Items.DEFAULT.json(number);
                      long start = System.nanoTime();
                      engine.create(number, json);
                      longest[writer] =
                          Math.max(longest[writer], (System.nanoTime() - start) / 1e6);
                    }
                  }));
    }
    Thread.sleep(1000);
    event.run();
    Thread.sleep(1000);
    over.set(true);
    for (Thread writer : writers) {
      writer.join();
    }
    return longest;
  }
}
