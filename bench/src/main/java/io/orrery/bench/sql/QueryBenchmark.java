// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Choice;
import io.orrery.bench.cells.Comparison;
import io.orrery.bench.cells.Moment;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.cells.Turns;
import io.orrery.bench.load.OrreryServer;
import java.util.ArrayList;
import java.util.List;

/// Queries over 100,000 items of 1 KB in turns with PostgreSQL: at rest, and the short ones also
/// between writes and right after a burst of them.
public final class QueryBenchmark {
  private static final int ROUNDS = 3;

  private static final List<Cell> CELLS =
      Cell.parse(
          "BY_KEY,BY_KEY1,BY_PROPERTY,BY_PROPERTY1,BY_PROPERTY_GIN,BY_PROPERTY_GIN_AT_REST,"
              + "BY_PROPERTY_GIN_PATHS,BY_RANGE,TOP_10,COUNT,GROUP_BY,SCAN");

  /// Those that applications ask all the time, while others write.
  private static final List<Cell> FREQUENT = Cell.parse("BY_KEY,BY_KEY1,BY_PROPERTY,BY_PROPERTY1");

  private static final List<Cell> WRITES = Cell.parse("INSERT,REPLACE");

  private QueryBenchmark() {}

  /// Takes the cells and the milliseconds of one window.
  public static void main(String[] arguments) throws Exception {
    Choice choice = Choice.of(arguments, CELLS);
    List<Cell> atRest = choice.at(Moment.AT_REST).cells();
    List<Cell> frequent = choice.cells().stream().filter(FREQUENT::contains).toList();
    List<Cell> betweenWrites = betweenWrites(frequent);
    List<Cell> afterBursts = at(Moment.AFTER_A_BURST, frequent);
    List<Operation> operations = new ArrayList<>(List.of(Operation.INSERT, Operation.REPLACE));
    choice.cells().stream().map(Cell::operation).distinct().forEach(operations::add);
    try (var lineup = new Lineup(operations)) {
      Turns turns = new Turns(lineup.contenders(), choice.window());
      turns.warmUp(atRest);
      turns.rounds(ROUNDS, atRest);
      if (!frequent.isEmpty()) {
        turns.warmUp(WRITES);
        turns.rounds(ROUNDS, betweenWrites);
        turns.roundsAfterBursts(ROUNDS, afterBursts);
      }
      List<Cell> all = new ArrayList<>(atRest);
      all.addAll(frequent);
      all.addAll(afterBursts);
      var comparison = new Comparison(turns.measured(), OrreryServer.NAME, Lineup.POSTGRES);
      comparison.print(all);
      new Demands(comparison).judge(all);
    }
  }

  private static List<Cell> at(Moment moment, List<Cell> cells) {
    return cells.stream().map(cell -> cell.at(moment)).toList();
  }

  /// Writes before each query.
  private static List<Cell> betweenWrites(List<Cell> queries) {
    List<Cell> cells = new ArrayList<>();
    for (Cell query : queries) {
      cells.addAll(WRITES);
      cells.add(query);
    }
    return cells;
  }
}
