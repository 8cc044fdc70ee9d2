// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Window;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;

/// How long writers wait while what they write is flushed and merged, and while the partition they
/// write to is split.
record WriterPauses(ServerProcess orrery, Contender container) {
  private static final int WRITERS = 8;
  private static final Duration LONG = Duration.ofSeconds(15);
  private static final Duration SHORT = Duration.ofSeconds(5);
  private static final Duration BEFORE_THE_SPLIT = Duration.ofSeconds(1);
  private static final double MEGABYTE = 1 << 20;

  void measure() throws IOException, InterruptedException, GeneralSecurityException {
    double before = writtenMegabytes();
    Window busy = writes(Operation.INSERT.callers(), LONG);
    double given =
        busy.perSecond() * LONG.toMillis() / 1000 * Items.DEFAULT.json(0).length / MEGABYTE;
    print("%d writers for %d s".formatted(Operation.INSERT.callers(), LONG.toSeconds()), busy);
    orrery.awaitCalm();
    System.out.printf(
        "written to disk for these %.0f MB of items, flushes and compactions included: %.0f MB%n",
        given, writtenMegabytes() - before);
    print("%d writers, calm".formatted(WRITERS), writes(WRITERS, SHORT));
    print("%d writers, a split".formatted(WRITERS), writesDuringSplit());
  }

  private Window writes(int writers, Duration time) throws IOException {
    return container
        .server()
        .measure(container.workload().requests(Operation.INSERT, writers, time), writers, time);
  }

  private Window writesDuringSplit()
      throws IOException, InterruptedException, GeneralSecurityException {
    byte[] split = ((SignedRequests) container.dialect()).split();
    CompletableFuture<Window> writing =
        CompletableFuture.supplyAsync(
            () -> {
              try {
                return writes(WRITERS, SHORT);
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            });
    Thread.sleep(BEFORE_THE_SPLIT);
    long begin = System.nanoTime();
    orrery.ask(split);
    System.out.printf("a split took %.0f ms%n", (System.nanoTime() - begin) / 1e6);
    return writing.join();
  }

  private static void print(String what, Window window) {
    System.out.printf(
        "%-30s %,8.0f per second, p99 %.1f ms, longest %.0f ms%n",
        what, window.perSecond(), window.p99Millis(), window.longestMillis());
  }

  private double writtenMegabytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/" + orrery.process().pid() + "/io"))) {
      if (line.startsWith("write_bytes:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) / MEGABYTE;
      }
    }
    throw new IllegalStateException("The kernel does not say what was written");
  }
}
