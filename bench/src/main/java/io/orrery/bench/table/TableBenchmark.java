// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.table;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Choice;
import io.orrery.bench.cells.Comparison;
import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Turns;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Requests;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Targets;
import io.orrery.bench.load.Trees;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.List;

/// Entities of 1 KB with ten properties, 10,000 of them, in turns with Azurite, which has them in
/// memory; ours are durable.
public final class TableBenchmark {
  private static final int ENTITIES = 10_000;
  private static final Items ITEMS = new Items(ENTITIES / 100);
  private static final int ROUNDS = 3;
  private static final int ROWS = 20;
  private static final double READS_MIN = 10;
  private static final double INSERTS_MIN = 5;

  private static final List<Cell> CELLS =
      Cell.parse("READ,READ1,INSERT,INSERT1,BY_KEY,BY_KEY1,BY_PROPERTY,BY_PROPERTY1");

  private TableBenchmark() {}

  /// Takes the cells and the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Choice choice = Choice.of(arguments, CELLS);
    Path root = Trees.make("table");
    Path data = Files.createDirectories(root.resolve(Azurite.NAME));
    try (ServerProcess orrery = OrreryServer.start(root);
        ServerProcess azurite = Azurite.start(root.resolveSibling("azurite"), data)) {
      List<Contender> contenders =
          List.of(loaded(OrreryServer.at("table", orrery, root)), loaded(azurite));
      Turns turns = new Turns(contenders, choice.window());
      turns.warmUp(choice.cells());
      turns.rounds(ROUNDS, choice.cells());
      var comparison = new Comparison(turns.measured(), OrreryServer.NAME, Azurite.NAME);
      comparison.print(choice.cells());
      judge(comparison, choice.cells());
    } finally {
      Trees.delete(root);
    }
  }

  private static Contender loaded(ServerProcess server)
      throws IOException, GeneralSecurityException {
    var requests = new TableRequests(ITEMS);
    server.ask(requests.createTable());
    List<byte[]> inserts = new ArrayList<>();
    for (int number = 0; number < ENTITIES; number++) {
      inserts.add(requests.insert(number));
    }
    server.measure(Requests.once(inserts), Operation.INSERT.callers(), Server.AMPLE);
    var workload = new Workload(requests, ITEMS, ENTITIES);
    var contender = new Contender(server, requests, workload, _ -> true);
    for (Operation query : List.of(Operation.BY_KEY, Operation.BY_PROPERTY)) {
      int rows = contender.rows(query, ENTITIES / 2);
      if (rows != ROWS) {
        throw new IllegalStateException(server.name() + " has " + rows + " rows: " + query.title());
      }
    }
    return contender;
  }

  private static void judge(Comparison comparison, List<Cell> cells) {
    Cell read = Cell.many(Operation.READ);
    Cell insert = Cell.many(Operation.INSERT);
    if (cells.contains(read)) {
      Targets.atLeast("read, 64: rate, x Azurite", comparison.rate(read), READS_MIN);
    }
    if (cells.contains(insert)) {
      Targets.atLeast("insert, 64: rate, x Azurite", comparison.rate(insert), INSERTS_MIN);
    }
  }
}
