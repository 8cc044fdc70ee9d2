// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Choice;
import io.orrery.bench.cells.Comparison;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Turns;
import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Rounds;
import io.orrery.bench.load.Targets;
import io.orrery.bench.postgres.Postgres;
import java.util.List;

/// Point operations, and queries between them, over 100,000 items of 1 KB, in turns with
/// PostgreSQL; reads with a bare Netty server too. Every server is asked by the same raw client
/// over kept connections.
public final class SqlBenchmark {
  private static final int ROUNDS = 5;
  private static final double READS_OF_NETTY_MIN = 0.8;
  private static final double RESIDENT_MEGABYTES_MAX = 450;

  private static final List<Cell> CELLS =
      Cell.parse(
          "READ,READ1,INSERT,INSERT1,BY_KEY,BY_KEY1,REPLACE,REPLACE1,BY_PROPERTY,BY_PROPERTY1,"
              + "REWRITE");

  /// Done whatever is chosen, so that queries always lie between writes.
  private static final List<Cell> WRITES = Cell.parse("INSERT,REPLACE");

  private SqlBenchmark() {}

  /// Takes the cells and the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Choice choice = Choice.of(arguments, CELLS);
    List<Cell> cells =
        CELLS.stream()
            .filter(cell -> WRITES.contains(cell) || choice.cells().contains(cell))
            .toList();
    List<Operation> operations = CELLS.stream().map(Cell::operation).distinct().toList();
    try (var lineup = new Lineup(operations)) {
      lineup.addNetty();
      lineup.addPostgresBySocket();
      Turns turns = new Turns(lineup.contenders(), choice.window());
      turns.warmUp(cells);
      turns.rounds(ROUNDS, cells);
      print(turns.measured(), cells);
      Targets.atMost(
          "resident after the run, MB",
          lineup.orrery().residentMegabytes(),
          RESIDENT_MEGABYTES_MAX);
    }
  }

  private static void print(Rounds<Cell> measured, List<Cell> cells) {
    Comparison comparison = new Comparison(measured, OrreryServer.NAME, Lineup.POSTGRES);
    comparison.print(cells);
    new Comparison(measured, OrreryServer.NAME, Postgres.NAME_BY_SOCKET).print(cells);
    new Demands(comparison).judge(cells);
    Cell read = Cell.many(Operation.READ);
    if (cells.contains(read)) {
      Targets.atLeast(
          "read, 64: rate, x bare Netty",
          Numbers.median(measured.rates(read, OrreryServer.NAME, Lineup.NETTY)),
          READS_OF_NETTY_MIN);
    }
  }
}
