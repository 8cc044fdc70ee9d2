// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Rounds;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Targets;
import io.orrery.bench.load.Trees;
import io.orrery.bench.load.Window;
import io.orrery.bench.wire.Servers;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/// Point reads and creates of 1 KB, pages of a hundred, and queries over 10,000 items, next to a
/// bare Netty server, raw RocksDB and an emulator from npm. Every round measures each server at
/// each number of connections; only ratios within a round count, and of these the medians.
public final class PeersBenchmark {
  private static final int[] CONNECTIONS = {1, 16, 64};
  private static final int MOST_CONNECTIONS = 64;
  private static final int ROUNDS = 5;
  private static final int ITEMS = 10_000;
  private static final int PAGE_ITEMS = 100;
  private static final String OURS = OrreryServer.NAME;
  private static final String RAW = "raw RocksDB";
  private static final String PAGES = "pages of items";

  /// What the npm emulator is asked, too; it knows no GROUP BY.
  private static final List<Operation> QUERIES =
      List.of(
          Operation.BY_KEY,
          Operation.BY_PROPERTY,
          Operation.BY_RANGE,
          Operation.TOP_10,
          Operation.COUNT,
          Operation.SCAN);

  /// The compilers of the JVM compete with what they compile; they are done after about as long.
  private static final Duration WARM_UP = Duration.ofSeconds(15);

  /// As many requests are made for one window: more than any server answers in it.
  private static final int CREATES_PER_SECOND_MAX = 40_000;

  /// What is measured.
  private record Line(String operation, int connections) {}

  private final Duration window;
  private final SignedRequests signed = new SignedRequests("items", Items.DEFAULT);
  private final ServerProcess orrery;
  private final ServerProcess netty;
  private final List<ServerProcess> emulators;
  private final RawCreates raw;
  private final List<byte[]> reads = signed.reads(ITEMS);
  private final List<byte[]> changes = signed.changes(ITEMS, PAGE_ITEMS);
  private final List<byte[]> scans = signed.scans(ITEMS, PAGE_ITEMS);
  private final Rounds<Line> measured = new Rounds<>();
  private long created;

  /// @param emulators as its command runs it, and with connections kept
  private PeersBenchmark(
      Duration window,
      ServerProcess orrery,
      ServerProcess netty,
      List<ServerProcess> emulators,
      RawCreates raw)
      throws GeneralSecurityException {
    this.window = window;
    this.orrery = orrery;
    this.netty = netty;
    this.emulators = emulators;
    this.raw = raw;
  }

  /// Takes the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Duration window = Duration.ofMillis(arguments.length > 0 ? Long.parseLong(arguments[0]) : 500);
    Path root = Trees.make("peers");
    Path installed = root.resolveSibling("npm-emulator");
    try (var orrery = OrreryServer.start(root.resolve("orrery"));
        var netty = ServerProcess.java(Lineup.NETTY, Servers.class, "bare");
        var npm = NpmEmulator.start(installed, false);
        var npmKeepAlive = NpmEmulator.start(installed, true);
        var raw = new RawCreates(root.resolve("raw"))) {
      new PeersBenchmark(window, orrery, netty, List.of(npm, npmKeepAlive), raw).run();
    } finally {
      Trees.delete(root);
    }
  }

  private void run() throws IOException {
    prepare(orrery);
    for (ServerProcess emulator : emulators) {
      prepare(emulator);
    }
    created = ITEMS;
    System.out.println(
        "operation                    connections  against           rate (least to most)  server"
            + " CPU");
    measureReads();
    measureChanges();
    measureQueries();
    // Last, since what was created is still merged long after its answer.
    measureCreates();
    judge();
  }

  private void prepare(ServerProcess server) throws IOException {
    server.ask(signed.createDatabase());
    server.ask(signed.createContainer());
    server.measure(Requests.once(signed.creates(0, ITEMS)), MOST_CONNECTIONS, Server.AMPLE);
  }

  private void measureReads() throws IOException {
    netty.measure(Requests.again(reads), MOST_CONNECTIONS, WARM_UP.dividedBy(4));
    orrery.measure(Requests.again(reads), MOST_CONNECTIONS, WARM_UP);
    for (int connections : CONNECTIONS) {
      Line line = new Line("read", connections);
      for (int round = 0; round < ROUNDS; round++) {
        add(line, orrery, Requests.again(reads));
        add(line, netty, Requests.again(reads));
        for (ServerProcess emulator : emulators) {
          add(line, emulator, Requests.again(reads));
        }
      }
      print(line, netty.name());
      emulators.forEach(emulator -> print(line, emulator.name()));
    }
  }

  /// Pages of the change feed against as many items read in the order of the ring, which is the
  /// order in which they lie.
  private void measureChanges() throws IOException {
    orrery.measure(Requests.again(changes), MOST_CONNECTIONS, WARM_UP.dividedBy(4));
    orrery.measure(Requests.again(scans), MOST_CONNECTIONS, WARM_UP.dividedBy(4));
    for (int connections : CONNECTIONS) {
      Line line = new Line("changes", connections);
      for (int round = 0; round < ROUNDS; round++) {
        add(line, orrery, Requests.again(changes));
        Window pages = orrery.measure(Requests.again(scans), connections, window);
        measured.add(line, PAGES, pages);
      }
      print(line, PAGES);
    }
  }

  /// The emulator goes through all its items for each: one connection says enough.
  private void measureQueries() throws IOException {
    ServerProcess emulator = emulators.getLast();
    for (Operation query : QUERIES) {
      List<byte[]> requests = new ArrayList<>();
      for (int number = 0; number <= ITEMS - query.reach(); number += PAGE_ITEMS) {
        requests.add(signed.ask(query, number));
      }
      orrery.measure(Requests.again(requests), 1, WARM_UP.dividedBy(4));
      Line line = new Line(query.title(), 1);
      for (int round = 0; round < ROUNDS; round++) {
        add(line, orrery, Requests.again(requests));
        add(line, emulator, Requests.again(requests));
      }
      print(line, emulator.name());
    }
  }

  private void measureCreates() throws IOException {
    for (Duration spent = Duration.ZERO; spent.compareTo(WARM_UP) < 0; spent = spent.plus(window)) {
      long first = created;
      Window ours = orrery.measure(Requests.once(nextCreates()), MOST_CONNECTIONS, window);
      rawCreates(first, ours, MOST_CONNECTIONS);
    }
    for (int connections : CONNECTIONS) {
      Line line = new Line("create", connections);
      for (int round = 0; round < ROUNDS; round++) {
        long first = created;
        List<byte[]> requests = nextCreates();
        Window ours = add(line, orrery, Requests.once(requests));
        add(line, netty, Requests.once(requests));
        for (ServerProcess emulator : emulators) {
          add(line, emulator, Requests.once(requests));
        }
        measured.add(line, RAW, rawCreates(first, ours, connections));
      }
      print(line, netty.name());
      emulators.forEach(emulator -> print(line, emulator.name()));
      print(line, RAW);
    }
  }

  private Window add(Line line, ServerProcess server, Requests requests) throws IOException {
    Window window = server.measure(requests, line.connections(), this.window);
    measured.add(line, server.name(), window);
    return window;
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

  private void print(Line line, String peer) {
    double[] rates = measured.rates(line, OURS, peer);
    System.out.printf(
        "%-28s %11d  %-15s %8.2f x (%.2f to %.2f)      %5.2f x%n",
        line.operation(),
        line.connections(),
        peer,
        Numbers.median(rates),
        Numbers.min(rates),
        Numbers.max(rates),
        Numbers.median(measured.costs(line, OURS, peer)));
  }

  private void judge() {
    Line read = new Line("read", MOST_CONNECTIONS);
    Line create = new Line("create", MOST_CONNECTIONS);
    String shipped = emulators.getFirst().name();
    judgeRate(read, netty.name(), 0.6);
    double cpu = Numbers.median(measured.costs(read, OURS, netty.name()));
    Targets.atMost("read, 64: CPU, x " + netty.name(), cpu, 2.4);
    judgeRate(create, RAW, 0.6);
    judgeRate(read, shipped, 5);
    judgeRate(create, shipped, 5);
  }

  private void judgeRate(Line line, String peer, double target) {
    Targets.atLeast(
        line.operation() + ", " + line.connections() + ": rate, x " + peer,
        Numbers.median(measured.rates(line, OURS, peer)),
        target);
  }
}
