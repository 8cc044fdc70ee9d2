// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.RawLoad.Requests;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.ServerProcess.Window;
import io.orrery.bench.sql.Ratios.Cell;
import io.orrery.bench.wire.Servers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/// Point reads and creates of 1 KB and pages of a hundred over HTTP, by a raw client over kept
/// connections. Every round measures each server at each number of connections; only ratios within
/// a round count, and of these the medians.
public final class SqlBenchmark {
  private static final int[] CONNECTIONS = {1, 16, 64};
  private static final int MOST_CONNECTIONS = 64;
  private static final int ROUNDS = 5;
  private static final int READ_ITEMS = 10_000;
  private static final int PAGE_ITEMS = 100;
  private static final Duration AMPLE = Duration.ofMinutes(5);

  /// The compilers of the JVM compete with what they compile; they are done after about as long.
  private static final Duration WARM_UP = Duration.ofSeconds(15);

  /// As many requests are made for one window: more than any server answers in it.
  private static final int CREATES_PER_SECOND_MAX = 40_000;

  private final Duration window;
  private final SignedRequests signed = new SignedRequests("items");
  private final ServerProcess orrery;
  private final ServerProcess netty;
  private final List<ServerProcess> peers;
  private final RawCreates raw;
  private final List<byte[]> reads = signed.reads(READ_ITEMS);
  private final List<byte[]> changes = signed.changes(READ_ITEMS, PAGE_ITEMS);
  private final List<byte[]> scans = signed.scans(READ_ITEMS, PAGE_ITEMS);
  private final Ratios ratios = new Ratios();
  private long created;

  /// @param peers other servers of the SQL API
  private SqlBenchmark(
      Duration window,
      ServerProcess orrery,
      ServerProcess netty,
      List<ServerProcess> peers,
      RawCreates raw)
      throws GeneralSecurityException {
    this.window = window;
    this.orrery = orrery;
    this.netty = netty;
    this.peers = peers;
    this.raw = raw;
  }

  /// Takes the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Duration window = Duration.ofMillis(arguments.length > 0 ? Long.parseLong(arguments[0]) : 800);
    Path target = Files.createDirectories(Path.of("target")).toAbsolutePath();
    Path root = Files.createTempDirectory(target, "sql");
    Path installed = target.resolve("npm-emulator");
    try (var orrery = Peers.orrery(Files.createDirectories(root.resolve("orrery")));
        var netty = ServerProcess.java("Netty", Servers.class, "bare");
        var npm = Peers.npmEmulator(installed, false);
        var npmKeepAlive = Peers.npmEmulator(installed, true);
        var raw = new RawCreates(root.resolve("raw"))) {
      new SqlBenchmark(window, orrery, netty, List.of(npm, npmKeepAlive), raw).run();
    } finally {
      delete(root);
    }
  }

  private void run() throws IOException {
    prepare(orrery);
    for (ServerProcess peer : peers) {
      prepare(peer);
    }
    created = READ_ITEMS;
    netty.measure(again(reads), MOST_CONNECTIONS, WARM_UP.dividedBy(4));
    orrery.measure(again(reads), MOST_CONNECTIONS, WARM_UP);
    measure(this::reads);
    orrery.measure(again(changes), MOST_CONNECTIONS, WARM_UP.dividedBy(4));
    orrery.measure(again(scans), MOST_CONNECTIONS, WARM_UP.dividedBy(4));
    measure(this::changes);
    // Last, since what was created is still merged long after its answer.
    warmUpCreates();
    measure(this::creates);
    ratios.print();
  }

  @FunctionalInterface
  private interface Measurement {
    void run(int connections) throws IOException;
  }

  private static void measure(Measurement measurement) throws IOException {
    for (int round = 0; round < ROUNDS; round++) {
      for (int connections : CONNECTIONS) {
        measurement.run(connections);
      }
    }
  }

  private void prepare(ServerProcess server) throws IOException {
    server.measure(once(List.of(signed.createDatabase())), 1, AMPLE);
    server.measure(once(List.of(signed.createContainer())), 1, AMPLE);
    server.measure(once(signed.creates(0, READ_ITEMS)), MOST_CONNECTIONS, AMPLE);
  }

  private void warmUpCreates() throws IOException {
    for (Duration spent = Duration.ZERO; spent.compareTo(WARM_UP) < 0; spent = spent.plus(window)) {
      long first = created;
      Window ours = orrery.measure(once(nextCreates()), MOST_CONNECTIONS, window);
      rawCreates(first, ours, MOST_CONNECTIONS);
    }
  }

  private void reads(int connections) throws IOException {
    Window ours = orrery.measure(again(reads), connections, window);
    ratios.add(
        new Cell("read", connections, netty.name()),
        ours,
        netty.measure(again(reads), connections, window));
    for (ServerProcess peer : peers) {
      ratios.add(
          new Cell("read", connections, peer.name()),
          ours,
          peer.measure(again(reads), connections, window));
    }
  }

  /// Pages of the change feed against as many items read in the order of the ring, which is the
  /// order in which they lie.
  private void changes(int connections) throws IOException {
    ratios.add(
        new Cell("changes", connections, "pages of items"),
        orrery.measure(again(changes), connections, window),
        orrery.measure(again(scans), connections, window));
  }

  private void creates(int connections) throws IOException {
    long first = created;
    List<byte[]> requests = nextCreates();
    Window ours = orrery.measure(once(requests), connections, window);
    ratios.add(
        new Cell("create", connections, netty.name()),
        ours,
        netty.measure(once(requests), connections, window));
    for (ServerProcess peer : peers) {
      ratios.add(
          new Cell("create", connections, peer.name()),
          ours,
          peer.measure(once(requests), connections, window));
    }
    ratios.add(
        new Cell("create", connections, "raw RocksDB"), ours, rawCreates(first, ours, connections));
  }

  /// As many as our server has just created, so that both have as much to flush and to merge.
  private Window rawCreates(long first, Window ours, int connections) throws IOException {
    int count = (int) Math.max(1, ours.perSecond() * window.toMillis() / 1000);
    return raw.measure(first, count, connections);
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

  static void delete(Path root) throws IOException {
    try (Stream<Path> files = Files.walk(root)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
