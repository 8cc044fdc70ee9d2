// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.RawLoad.Requests;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.ServerProcess.Window;
import io.orrery.bench.wire.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Point reads and creates of 1 KB over HTTP, by a raw client over kept connections. Every round
/// measures each server at each number of connections; only ratios within a round count, and of
/// these the medians.
public final class SqlBenchmark {
  private static final int[] CONNECTIONS = {1, 16, 64};
  private static final int ROUNDS = 5;
  private static final int WARM_UP_WINDOWS = 10;
  private static final int READ_ITEMS = 10_000;
  private static final int MOST_CONNECTIONS = 64;

  /// As many requests are made for one window: more than any server answers in it.
  private static final int CREATES_PER_SECOND_MAX = 30_000;

  private final Duration window;
  private final SignedRequests signed = new SignedRequests();
  private final ServerProcess netty;
  private final ServerProcess npm;
  private final ServerProcess orrery;
  private final RawCreates raw;
  private final List<byte[]> reads = signed.reads(READ_ITEMS);
  private final Ratios ratios = new Ratios();
  private long created;

  private SqlBenchmark(
      Duration window, ServerProcess orrery, ServerProcess netty, ServerProcess npm, RawCreates raw)
      throws GeneralSecurityException {
    this.window = window;
    this.orrery = orrery;
    this.netty = netty;
    this.npm = npm;
    this.raw = raw;
  }

  /// Takes the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Duration window = Duration.ofMillis(arguments.length > 0 ? Long.parseLong(arguments[0]) : 1000);
    Path target = Files.createDirectories(Path.of("target")).toAbsolutePath();
    Path root = Files.createTempDirectory(target, "sql");
    try (var orrery = Peers.orrery(Files.createDirectories(root.resolve("orrery")));
        var netty = ServerProcess.java("Netty", Servers.class, "bare");
        var npm = Peers.npmEmulator(target.resolve("npm-emulator"));
        var raw = new RawCreates(root.resolve("raw"))) {
      new SqlBenchmark(window, orrery, netty, npm, raw).run();
    } finally {
      delete(root);
    }
  }

  private void run() throws IOException {
    prepare();
    for (int round = 0; round < ROUNDS; round++) {
      for (int connections : CONNECTIONS) {
        reads(connections);
        creates(connections);
      }
    }
    ratios.print();
  }

  /// Fills the servers and lets the compilers do their work.
  private void prepare() throws IOException {
    Duration ample = Duration.ofMinutes(5);
    for (ServerProcess server : List.of(npm, orrery)) {
      server.measure(once(List.of(signed.createDatabase())), 1, ample);
      server.measure(once(List.of(signed.createContainer())), 1, ample);
      server.measure(once(signed.creates(0, READ_ITEMS)), MOST_CONNECTIONS, ample);
    }
    created = READ_ITEMS;
    for (ServerProcess server : List.of(netty, npm, orrery)) {
      server.measure(again(reads), MOST_CONNECTIONS, window.multipliedBy(WARM_UP_WINDOWS));
    }
    for (int i = 0; i < WARM_UP_WINDOWS; i++) {
      List<byte[]> requests = nextCreates();
      orrery.measure(once(requests), MOST_CONNECTIONS, window);
    }
  }

  private void reads(int connections) throws IOException {
    Window ours = orrery.measure(again(reads), connections, window);
    Window floor = netty.measure(again(reads), connections, window);
    Window emulator = npm.measure(again(reads), connections, window);
    ratios.add("read", connections, "Netty", ours, floor);
    ratios.add("read", connections, "npm emulator", ours, emulator);
  }

  private void creates(int connections) throws IOException {
    List<byte[]> requests = nextCreates();
    Window ours = orrery.measure(once(requests), connections, window);
    Window floor = netty.measure(once(requests), connections, window);
    Window emulator = npm.measure(once(requests), connections, window);
    // About as long as a window: there is no HTTP in it, so it gets done somewhat more.
    int count = (int) Math.max(1, ours.perSecond() * 1.5 * window.toMillis() / 1000);
    Window rocks = raw.measure(created, count, connections);
    ratios.add("create", connections, "Netty", ours, floor);
    ratios.add("create", connections, "npm emulator", ours, emulator);
    ratios.add("create", connections, "raw RocksDB", ours, rocks);
  }

  private List<byte[]> nextCreates() {
    int count = (int) (CREATES_PER_SECOND_MAX * window.toMillis() / 1000);
    List<byte[]> requests = signed.creates(created, count);
    created += count;
    return requests;
  }

  private static Requests once(List<byte[]> requests) {
    var each = requests.iterator();
    return () -> each.hasNext() ? each.next() : null;
  }

  /// From the beginning after the last.
  private static Requests again(List<byte[]> requests) {
    return new Requests() {
      private int next;

      @Override
      public byte[] next() {
        next = next + 1 < requests.size() ? next + 1 : 0;
        return requests.get(next);
      }
    };
  }

  private static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
