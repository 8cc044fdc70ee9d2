// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.mongo;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Choice;
import io.orrery.bench.cells.Comparison;
import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Moment;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Turns;
import io.orrery.bench.cells.Workload;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Rounds;
import io.orrery.bench.load.Server;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Targets;
import io.orrery.bench.load.Trees;
import io.orrery.bench.postgres.Postgres;
import io.orrery.bench.postgres.PostgresRequests;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// Documents of 1 KB with ten fields, 100,000 of them, in turns with mongo-java-server, which has
/// them in memory, and PostgreSQL; ours are durable. First what is asked of a store at rest, then
/// writes.
public final class MongoBenchmark {
  private static final int DOCUMENTS = 100_000;
  private static final int ROUNDS = 3;

  /// Before each of the two parts.
  private static final Duration WARM_UP = Duration.ofSeconds(30);

  private static final long PROBE = 77_777;

  private static final double READ_RATE_MIN = 0.85;
  private static final double READ_CPU_MAX = 1.3;
  private static final double INSERT_RATE_MIN = 1.0;
  private static final double INSERT_CPU_MAX = 0.9;

  private static final List<Cell> AT_REST =
      Cell.parse("READ,READ1,BY_KEY,BY_KEY1,BY_PROPERTY,BY_PROPERTY1,GROUP_BY,GROUP_BY1");

  private static final List<Cell> WRITES = Cell.parse("INSERT,INSERT1,REPLACE,REPLACE1");

  private MongoBenchmark() {}

  /// Takes the cells and the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    List<Cell> all = new ArrayList<>(AT_REST);
    all.addAll(WRITES);
    Choice choice = Choice.of(arguments, all);
    List<Operation> operations = all.stream().map(Cell::operation).distinct().toList();
    Path root = Trees.make("mongo");
    List<Server> servers = new ArrayList<>();
    try {
      ServerProcess orrery = OrreryServer.start(root);
      servers.add(orrery);
      List<Contender> contenders = new ArrayList<>();
      contenders.add(MongoContenders.ofOrrery(orrery, root, DOCUMENTS));
      ServerProcess peer = MongoJavaServer.start();
      servers.add(peer);
      contenders.add(MongoContenders.loaded(peer, false, DOCUMENTS));
      Optional<Postgres> postgres = Postgres.start(Items.DEFAULT, DOCUMENTS, operations);
      postgres.ifPresent(
          server -> {
            servers.add(server);
            contenders.add(contender(server));
          });
      check(contenders);
      measure(contenders, choice, orrery);
    } finally {
      for (Server server : servers) {
        server.close();
      }
      Trees.delete(root);
    }
  }

  private static void measure(List<Contender> contenders, Choice choice, ServerProcess orrery)
      throws Exception {
    Turns turns = new Turns(contenders, choice.window());
    List<Cell> all = new ArrayList<>();
    for (List<Cell> phase : List.of(AT_REST, WRITES)) {
      List<Cell> cells =
          phase.stream().filter(choice.cells()::contains).map(MongoBenchmark::atRest).toList();
      if (cells.isEmpty()) {
        continue;
      }
      turns.warmUp(cells, WARM_UP);
      turns.rounds(ROUNDS, cells);
      all.addAll(cells);
    }
    Rounds<Cell> measured = turns.measured();
    for (Contender other : contenders.subList(1, contenders.size())) {
      new Comparison(measured, OrreryServer.NAME, other.name()).print(all);
    }
    judge(measured);
    System.out.printf("resident after the run, MB: %.0f%n", orrery.residentMegabytes());
  }

  private static Cell atRest(Cell cell) {
    return cell.operation().isQuery() ? cell.at(Moment.AT_REST) : cell;
  }

  private static Contender contender(Postgres server) {
    var requests = new PostgresRequests(Items.DEFAULT);
    var workload = new Workload(requests, Items.DEFAULT, DOCUMENTS);
    return new Contender(server, requests, workload, _ -> true);
  }

  private static void check(List<Contender> contenders) {
    for (Operation query : List.of(Operation.BY_KEY, Operation.BY_PROPERTY, Operation.GROUP_BY)) {
      List<Integer> rows = contenders.stream().map(each -> each.rows(query, PROBE)).toList();
      if (rows.stream().distinct().count() > 1) {
        throw new IllegalStateException(
            "The servers answer differently: %s, %s".formatted(query.title(), rows));
      }
    }
  }

  private static void judge(Rounds<Cell> measured) {
    judge(measured, Operation.READ, MongoJavaServer.NAME, READ_RATE_MIN, READ_CPU_MAX);
    judge(measured, Operation.INSERT, Postgres.NAME, INSERT_RATE_MIN, INSERT_CPU_MAX);
  }

  private static void judge(
      Rounds<Cell> measured, Operation operation, String other, double rateMin, double cpuMax) {
    Cell cell = Cell.many(operation);
    if (measured.has(cell, OrreryServer.NAME) && measured.has(cell, other)) {
      String title = "%s, %d: %%s, x %s".formatted(operation.title(), cell.callers(), other);
      Targets.atLeast(
          title.formatted("rate"),
          Numbers.median(measured.rates(cell, OrreryServer.NAME, other)),
          rateMin);
      Targets.atMost(
          title.formatted("CPU"),
          Numbers.median(measured.costs(cell, OrreryServer.NAME, other)),
          cpuMax);
    }
  }
}
