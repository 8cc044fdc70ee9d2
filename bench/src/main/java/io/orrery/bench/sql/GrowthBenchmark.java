// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Turns;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Rounds;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Targets;
import io.orrery.bench.load.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/// What an operation costs in containers of different sizes, of one server, measured in turns:
/// where the answer is the same it should cost the same. Then how long writers wait while the
/// largest is written to all the time, and while it is split.
public final class GrowthBenchmark {
  private static final String NAME = "items";
  private static final String SIZES = "10000,1000000";
  private static final int ROUNDS = 5;
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final double COST_MAX = 1.3;

  /// As many items have one partition key, whatever the size, and fit into one batch.
  private static final int ITEMS_OF_A_KEY = 100;

  /// Of both queries.
  private static final int ROWS = 20;

  private static final int LOADERS = 8;
  private static final int LOAD_STEP = 500;

  private static final List<Cell> CELLS = Cell.parse("READ,BY_KEY,BY_PROPERTY,TOP_10,INSERT");

  private GrowthBenchmark() {}

  /// Takes the sizes, the smallest first, each a multiple of 10,000.
  public static void main(String[] arguments) throws Exception {
    String sizes = arguments.length > 0 ? arguments[0] : SIZES;
    Path root = Trees.make("growth");
    try (ServerProcess orrery = OrreryServer.start(root)) {
      orrery.ask(new SignedRequests("none", Items.DEFAULT).createDatabase());
      int[] counts = Arrays.stream(sizes.split(",", -1)).mapToInt(Integer::parseInt).toArray();
      for (int count : counts) {
        load(orrery, count);
      }
      List<Contender> containers = new ArrayList<>();
      for (int count : counts) {
        containers.add(container(orrery, count));
      }
      measure(containers);
      new WriterPauses(orrery, containers.getLast()).measure();
    } finally {
      Trees.delete(root);
    }
  }

  private static void load(ServerProcess orrery, int size)
      throws IOException, GeneralSecurityException, InterruptedException {
    Items items = new Items(size / ITEMS_OF_A_KEY);
    String name = NAME + size;
    orrery.ask(new SignedRequests(name, items).createContainer());
    long begin = System.nanoTime();
    for (int key = 0; key < items.keys(); key += LOAD_STEP) {
      int keys = Math.min(LOAD_STEP, items.keys() - key);
      // Signed anew: a signature is good for a quarter of an hour.
      List<byte[]> batches = new SignedRequests(name, items).batches(key, keys, size);
      orrery.measure(Requests.once(batches), LOADERS, Server.AMPLE);
    }
    orrery.awaitCalm();
    double seconds = (System.nanoTime() - begin) / 1e9;
    System.out.printf("loaded %,d items in %.0f s%n", size, seconds);
  }

  private static Contender container(ServerProcess orrery, int size)
      throws GeneralSecurityException {
    Items items = new Items(size / ITEMS_OF_A_KEY);
    var requests = new SignedRequests(NAME + size, items);
    var named = new ServerProcess("%,d".formatted(size), orrery.process(), orrery.endpoint());
    var workload = new Workload(requests, items, size);
    var container = new Contender(named, requests, workload, _ -> true);
    for (Operation query : List.of(Operation.BY_KEY, Operation.BY_PROPERTY)) {
      if (container.rows(query, size - 1) != ROWS) {
        throw new IllegalStateException("Not everything was loaded: " + query.title());
      }
    }
    return container;
  }

  private static void measure(List<Contender> containers) throws IOException, InterruptedException {
    Turns turns = new Turns(containers, WINDOW);
    // Writing often enough to be compiled would make the small ones large.
    Turns largest = new Turns(List.of(containers.getLast()), WINDOW);
    for (Cell cell : CELLS) {
      (cell.operation() == Operation.INSERT ? largest : turns).warmUp(List.of(cell));
      turns.rounds(ROUNDS, List.of(cell));
    }
    print(turns.measured(), containers.stream().map(Contender::name).toList());
  }

  private static void print(Rounds<Cell> measured, List<String> sizes) {
    System.out.println("CPU ms per operation, by the number of items");
    System.out.printf("%-30s", "");
    sizes.forEach(size -> System.out.printf(" %14s", size));
    System.out.println();
    for (Cell cell : CELLS) {
      System.out.printf("%-30s", cell.operation().title() + ", " + cell.callers());
      sizes.forEach(size -> System.out.printf(" %14.3f", measured.cpuMillis(cell, size)));
      System.out.println();
    }
    for (Cell cell : CELLS) {
      for (String size : sizes.subList(1, sizes.size())) {
        Targets.atMost(
            "%s: CPU with %s items, x with %s"
                .formatted(cell.operation().title(), size, sizes.getFirst()),
            Numbers.median(measured.costs(cell, size, sizes.getFirst())),
            COST_MAX);
      }
    }
  }
}
