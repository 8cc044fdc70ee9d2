// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Choice;
import io.orrery.bench.cells.Comparison;
import io.orrery.bench.cells.Contender;
import io.orrery.bench.cells.Moment;
import io.orrery.bench.cells.Turns;
import io.orrery.bench.load.Items;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.ServerProcess;
import io.orrery.bench.load.Targets;
import io.orrery.bench.load.Trees;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;

/// Two builds of our own side by side, cell after cell, their windows taking turns: whether
/// something got slower.
public final class CompareBenchmark {
  private static final int ITEMS = 100_000;
  private static final int ROUNDS = 9;

  /// Two servers of the same build differ by so much.
  private static final double NOT_SLOWER_MIN = 0.95;

  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private static final List<Cell> CELLS =
      Cell.parse(
          "READ,READ1,INSERT,INSERT1,REPLACE,REPLACE1,REWRITE,BY_KEY,BY_KEY1,BY_PROPERTY,"
              + "BY_PROPERTY1,BY_RANGE,TOP_10,COUNT,GROUP_BY,SCAN,BATCH,BATCH1,"
              + "PROCEDURE,PROCEDURE1,FUNCTION,FUNCTION1");

  private CompareBenchmark() {}

  /// Takes two builds, the cells and the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Choice choice =
        Choice.of(Arrays.copyOfRange(arguments, 2, arguments.length), CELLS).at(Moment.AT_REST);
    Path root = Trees.make("compare");
    try (Build before = Build.of(arguments[0], root.resolve("tree-before"));
        Build after = Build.of(arguments[1], root.resolve("tree-after"));
        var old = OrreryServer.start(BEFORE, before.launcher(), root.resolve(BEFORE));
        var fresh = OrreryServer.start(AFTER, after.launcher(), root.resolve(AFTER))) {
      compare(choice, List.of(contender(old), contender(fresh)));
    } finally {
      Trees.delete(root);
    }
  }

  private static Contender contender(ServerProcess server)
      throws IOException, GeneralSecurityException {
    var requests = new SignedRequests("items", Items.DEFAULT);
    server.ask(requests.createDatabase());
    Contender contender = SqlContenders.loaded(server, "items", Items.DEFAULT, ITEMS);
    server.ask(requests.createProcedure());
    server.ask(requests.createFunction());
    return contender;
  }

  private static void compare(Choice choice, List<Contender> contenders)
      throws IOException, InterruptedException {
    Turns turns = new Turns(contenders, choice.window());
    for (Cell cell : choice.cells()) {
      turns.warmUp(List.of(cell));
      turns.rounds(ROUNDS, List.of(cell));
    }
    Comparison comparison = new Comparison(turns.measured(), AFTER, BEFORE);
    comparison.print(choice.cells());
    for (Cell cell : choice.cells()) {
      Targets.atLeast(
          cell.title() + ", " + cell.callers() + ": rate, x before",
          comparison.rate(cell),
          NOT_SLOWER_MIN);
    }
  }
}
