// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.cells.Cell;
import io.orrery.bench.cells.Comparison;
import io.orrery.bench.cells.Moment;
import io.orrery.bench.cells.Operation;
import io.orrery.bench.load.OrreryServer;
import io.orrery.bench.load.Rounds;
import io.orrery.bench.load.Targets;
import java.util.List;

/// What is demanded of our server, next to PostgreSQL and by itself.
final class Demands {
  private static final double RATE_OF_ONE_MIN = 0.8;
  private static final double REPLACE_OF_INSERT_MAX = 1.4;
  private static final double ONE_OF_MANY_MAX = 1.5;
  private static final double BY_PROPERTY_MILLIS_MAX = 0.17;
  private static final double AFTER_A_BURST_MAX = 1.2;

  private final Rounds<Cell> measured;
  private final Comparison comparison;

  Demands(Comparison comparison) {
    this.comparison = comparison;
    this.measured = comparison.measured();
  }

  void judge(List<Cell> cells) {
    for (Cell cell : cells) {
      if (has(cell)) {
        judgeRate(cell);
        judgeOneCaller(cell);
        judgeReplace(cell);
        judgeByProperty(cell);
      }
    }
  }

  private boolean has(Cell cell) {
    return measured.has(cell, OrreryServer.NAME);
  }

  private void judgeRate(Cell cell) {
    boolean one = cell.callers() == Operation.ONE_CALLER;
    double target = one ? RATE_OF_ONE_MIN : cell.operation().target();
    if (target > 0 && measured.has(cell, comparison.other())) {
      Targets.atLeast(
          title(cell) + ": rate, x " + comparison.other(), comparison.rate(cell), target);
    }
  }

  private void judgeOneCaller(Cell cell) {
    Cell many = Cell.many(cell.operation()).at(cell.moment());
    if (cell.callers() == Operation.ONE_CALLER && has(many)) {
      double cost = measured.cost(cell, many, OrreryServer.NAME);
      Targets.atMost(title(cell) + ": CPU, x that of many", cost, ONE_OF_MANY_MAX);
    }
  }

  private void judgeReplace(Cell cell) {
    Cell insert = Cell.many(Operation.INSERT);
    boolean replaces =
        cell.operation() == Operation.REPLACE || cell.operation() == Operation.REWRITE;
    if (replaces && cell.callers() == insert.callers()) {
      double cost = measured.cost(cell, insert, OrreryServer.NAME);
      Targets.atMost(title(cell) + ": CPU, x insert", cost, REPLACE_OF_INSERT_MAX);
    }
  }

  private void judgeByProperty(Cell cell) {
    if (cell.equals(Cell.many(Operation.BY_PROPERTY).at(cell.moment()))) {
      boolean burst = cell.moment() == Moment.AFTER_A_BURST;
      Targets.atMost(
          title(cell) + ": CPU ms",
          measured.cpuMillis(cell, OrreryServer.NAME),
          BY_PROPERTY_MILLIS_MAX * (burst ? AFTER_A_BURST_MAX : 1));
    }
  }

  private static String title(Cell cell) {
    return cell.title() + ", " + cell.callers();
  }
}
