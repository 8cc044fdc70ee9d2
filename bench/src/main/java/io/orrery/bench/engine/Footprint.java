// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.bench.load.Items;
import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.ServerProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/// How long the server takes to be ready, and how much memory it holds: idle, and the engine after
/// 100,000 items. Linux only, where the kernel tells.
final class Footprint {
  private static final int ITEMS = 100_000;
  private static final int STARTS = 5;

  private Footprint() {}

  static void measure(Path directory) throws IOException, InterruptedException {
    Path launcher = Path.of("../orrery").toAbsolutePath().normalize();
    if (!Files.isExecutable(launcher) || !Files.exists(Path.of("/proc/self/status"))) {
      System.out.println("start and memory: not measured here");
      return;
    }
    double[] starts = new double[STARTS];
    double idle = 0;
    for (int i = -1; i < STARTS; i++) { // The first start builds the server and its caches.
      Start start = start(launcher, directory);
      if (i >= 0) {
        starts[i] = start.millis();
        idle = start.residentMegabytes();
      }
    }
    System.out.printf(
        "start to ready, warm: %.0f ms (%.0f to %.0f), resident idle %.0f MB, after %,d items %.0f"
            + " MB%n",
        Numbers.median(starts),
        Numbers.min(starts),
        Numbers.max(starts),
        idle,
        ITEMS,
        loaded(directory.resolve("loaded")));
  }

  private record Start(double millis, double residentMegabytes) {}

  private static Start start(Path launcher, Path directory)
      throws IOException, InterruptedException {
    Path ready = directory.resolve("ready.json");
    Files.createDirectories(directory);
    Files.deleteIfExists(ready);
    long begin = System.nanoTime();
    Process server =
        new ProcessBuilder(
                launcher.toString(),
                "serve",
                "--data-path",
                directory.resolve("data").toString(),
                "--health-port",
                "0",
                "--ready-file",
                ready.toString())
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    while (!Files.exists(ready)) {
      if (!server.isAlive()) {
        throw new IllegalStateException("the server did not start");
      }
      Thread.sleep(2);
    }
    double millis = (System.nanoTime() - begin) / 1e6;
    double resident = ServerProcess.residentMegabytes(server.pid());
    server.destroy();
    server.waitFor(30, TimeUnit.SECONDS);
    return new Start(millis, resident);
  }

  /// In a process of its own, with the server's heap and collector.
  private static double loaded(Path directory) throws IOException, InterruptedException {
    Process process = ServerProcess.javaProcess(Footprint.class, directory.toString());
    String printed = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    if (process.waitFor() != 0) {
      throw new IllegalStateException("loading failed");
    }
    return Double.parseDouble(printed.trim());
  }

  /// The process that is loaded: prints what it holds in the end.
  public static void main(String[] args) throws Exception {
    try (var engine = new Engine(Path.of(args[0]))) {
      AtomicLong numbers = new AtomicLong();
      List<Thread> writers = new ArrayList<>();
      for (int i = 0; i < 64; i++) {
        writers.add(
            Thread.ofVirtual()
                .start(
                    () -> {
                      for (long n = numbers.getAndIncrement();
                          n < ITEMS;
                          n = numbers.getAndIncrement()) {
                        engine.create(n, Items.DEFAULT.json(n));
                      }
                    }));
      }
      for (Thread writer : writers) {
        writer.join();
      }
      System.out.println(ServerProcess.residentMegabytes(ProcessHandle.current().pid()));
    }
  }
}
