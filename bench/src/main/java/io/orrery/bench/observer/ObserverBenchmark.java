// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.observer;

import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.Targets;
import io.orrery.bench.load.Trees;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.throughput.SpendingMeter;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Path;
import java.util.function.IntConsumer;

/// How much of a point read goes into watching it: the observer at the door, and the meter of the
/// partition that is read. Point reads go through the handler of the SQL door, signed as SDKs sign
/// them, but without sockets: over the network a read takes more, so the share is less there.
///
/// Windows with and without the observer take turns on one thread, and its CPU time is what counts:
/// the median of the ratios of neighbouring windows. The meter cannot be left out, so it is
/// measured alone, and added.
public final class ObserverBenchmark {
  /// In a window: a few milliseconds, so that neighbours are measured under the same circumstances.
  private static final int READS = 1000;

  private static final int WARM_ROUNDS = 200;
  private static final double PERCENT_MAX = 2;

  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ObserverBenchmark() {}

  /// Measures.
  ///
  /// @param args how many rounds of windows; 3000 if not given
  public static void main(String[] args) throws Exception {
    int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 3000;
    Path root = Trees.make("observer");
    try (WatchedDoor watched = new WatchedDoor(root)) {
      for (int i = 0; i < WARM_ROUNDS; i++) {
        nanos(READS, watched::readObserved);
        nanos(READS, watched::readUnobserved);
      }
      report(measure(watched, rounds), meterNanos(rounds));
    } finally {
      Trees.delete(root);
    }
  }

  /// Nanoseconds of one read, with and without, window by window.
  private record Windows(double[] observed, double[] unobserved) {}

  private static Windows measure(WatchedDoor watched, int rounds) {
    Windows windows = new Windows(new double[rounds], new double[rounds]);
    for (int i = 0; i < rounds; i++) {
      if (i % 2 == 0) {
        windows.observed[i] = nanos(READS, watched::readObserved);
        windows.unobserved[i] = nanos(READS, watched::readUnobserved);
      } else {
        windows.unobserved[i] = nanos(READS, watched::readUnobserved);
        windows.observed[i] = nanos(READS, watched::readObserved);
      }
    }
    return windows;
  }

  private static double meterNanos(int rounds) {
    SpendingMeter meter = new SpendingMeter(System::nanoTime);
    var key = WatchedDoor.anyKey();
    var charge = new RequestCharge(1000);
    double[] windows = new double[rounds];
    for (int i = -WARM_ROUNDS; i < rounds; i++) {
      double nanos =
          nanos(
              READS,
              _ -> {
                meter.spent(charge, key);
                meter.served();
              });
      windows[Math.max(0, i)] = nanos;
    }
    return Numbers.median(windows);
  }

  private static double nanos(int times, IntConsumer work) {
    long begin = THREADS.getCurrentThreadCpuTime();
    for (int i = 0; i < times; i++) {
      work.accept(i);
    }
    return (THREADS.getCurrentThreadCpuTime() - begin) / (double) times;
  }

  private static void report(Windows windows, double meterNanos) {
    double[] shares = new double[windows.observed.length];
    for (int i = 0; i < shares.length; i++) {
      shares[i] = 1 - windows.unobserved[i] / windows.observed[i];
    }
    double read = Numbers.median(windows.observed);
    System.out.printf(
        "point read at the door %.0f ns of CPU, of which the observer %.1f %% (between the"
            + " quartiles %.1f to %.1f), the meter %.0f ns%n",
        read,
        100 * Numbers.median(shares),
        100 * Numbers.percentile(shares, 0.25),
        100 * Numbers.percentile(shares, 0.75),
        meterNanos);
    Targets.atMost(
        "percent of a point read for observer and meter",
        100 * (Numbers.median(shares) + meterNanos / read),
        PERCENT_MAX);
  }
}
