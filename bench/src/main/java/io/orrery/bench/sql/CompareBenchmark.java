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
import io.orrery.bench.mongo.MongoContenders;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/// Two builds of our own side by side, cell after cell, their windows taking turns: whether
/// something got slower.
public final class CompareBenchmark {
  private static final int ITEMS = 100_000;
  private static final int ROUNDS = 9;

  /// Two servers of the same build differ by so much.
  private static final double NOT_SLOWER_MIN = 0.95;

  private static final String BEFORE = "before";
  private static final String AFTER = "after";

  private enum Api {
    SQL(
        "READ,READ1,INSERT,INSERT1,REPLACE,REPLACE1,REWRITE,BY_KEY,BY_KEY1,BY_PROPERTY,"
            + "BY_PROPERTY1,BY_RANGE,TOP_10,COUNT,GROUP_BY,SCAN,BATCH,BATCH1,PROCEDURE,PROCEDURE1,"
            + "FUNCTION,FUNCTION1") {
      @Override
      Contender contender(ServerProcess server, Path directory)
          throws IOException, GeneralSecurityException {
        var requests = new SignedRequests("items", Items.DEFAULT);
        server.ask(requests.createDatabase());
        Contender contender = SqlContenders.loaded(server, "items", Items.DEFAULT, ITEMS);
        server.ask(requests.createProcedure());
        server.ask(requests.createFunction());
        return contender;
      }
    },
    MONGO(
        "READ,READ1,INSERT,INSERT1,REPLACE,REPLACE1,BY_KEY,BY_KEY1,BY_PROPERTY,BY_PROPERTY1,"
            + "GROUP_BY") {
      @Override
      Contender contender(ServerProcess server, Path directory)
          throws IOException, InterruptedException {
        return MongoContenders.ofOrrery(server, directory, ITEMS);
      }
    };

    private final String cells;

    Api(String cells) {
      this.cells = cells;
    }

    /// What it can be asked for.
    List<Cell> cells() {
      return Cell.parse(cells);
    }

    /// A server with items in it.
    ///
    /// @param directory that of its data
    abstract Contender contender(ServerProcess server, Path directory)
        throws IOException, GeneralSecurityException, InterruptedException;
  }

  private CompareBenchmark() {}

  /// Takes two builds, the API, the cells and the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Api api = Api.valueOf(arguments[2].toUpperCase(Locale.ROOT));
    Choice choice =
        Choice.of(Arrays.copyOfRange(arguments, 3, arguments.length), api.cells())
            .at(Moment.AT_REST);
    Path root = Trees.make("compare");
    try (Build before = Build.of(arguments[0], root.resolve("tree-before"));
        Build after = Build.of(arguments[1], root.resolve("tree-after"));
        var old = OrreryServer.start(BEFORE, before.launcher(), root.resolve(BEFORE));
        var fresh = OrreryServer.start(AFTER, after.launcher(), root.resolve(AFTER))) {
      compare(
          choice,
          List.of(
              api.contender(old, root.resolve(BEFORE)), api.contender(fresh, root.resolve(AFTER))));
    } finally {
      Trees.delete(root);
    }
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
