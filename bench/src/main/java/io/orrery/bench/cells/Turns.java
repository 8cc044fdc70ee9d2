// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import io.orrery.bench.load.Rounds;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/// Servers that take turns: each goes through all cells while the others have nothing to do, so
/// that what it still does for the writes of one cell is felt in the next, and by itself alone.
/// Every other round begins with the last.
public final class Turns {
  /// New items, about as many bytes as lie in memory before they are written out.
  private static final int BURST_ITEMS = 20_000;

  private static final int PASSES_MAX = 60;

  /// So many passes without a gain, or the last ones were slow by chance.
  private static final int FLAT_PASSES = 5;

  /// What counts as less.
  private static final double FALLS = 0.98;

  private final List<Contender> contenders;
  private final Duration window;
  private final Rounds<Cell> measured = new Rounds<>();

  public Turns(List<Contender> contenders, Duration window) {
    this.contenders = contenders;
    this.window = window;
  }

  public Rounds<Cell> measured() {
    return measured;
  }

  /// Windows that nobody counts: servers are measured as they are after a while. A JVM goes on
  /// compiling what it has done often, beside its work, so a server goes through all cells until
  /// they take no less CPU than before.
  public void warmUp(List<Cell> cells) throws IOException, InterruptedException {
    warmUp(cells, Duration.ZERO);
  }

  /// The same, for so long at least: with few cells and short windows that is over before a
  /// compiler has begun.
  public void warmUp(List<Cell> cells, Duration atLeast) throws IOException, InterruptedException {
    for (Contender contender : contenders) {
      long end = System.nanoTime() + atLeast.toNanos();
      double least = Double.MAX_VALUE;
      int flat = 0;
      int passes = 0;
      while (System.nanoTime() - end < 0 || (passes < PASSES_MAX && flat < FLAT_PASSES)) {
        double cost = cost(contender, cells);
        flat = cost < least * FALLS ? 0 : flat + 1;
        least = Math.min(least, cost);
        passes++;
      }
      contender.server().awaitCalm();
    }
  }

  /// The geometric mean of the CPU of all cells, in which a cheap cell counts as much as a dear
  /// one.
  private double cost(Contender contender, List<Cell> cells) throws IOException {
    double logarithms = 0;
    for (Cell cell : cells) {
      if (contender.takesPart().test(cell)) {
        logarithms += Math.log(contender.measure(cell, window).cpuMicros());
      }
    }
    return Math.exp(logarithms / cells.size());
  }

  @FunctionalInterface
  private interface Turn {
    void of(Contender contender) throws IOException, InterruptedException;
  }

  /// Every cell of everybody, so many times.
  public void rounds(int count, List<Cell> cells) throws IOException, InterruptedException {
    inTurns(
        count,
        contender -> {
          for (Cell cell : cells) {
            if (contender.takesPart().test(cell)) {
              measured.add(cell, contender.name(), contender.measure(cell, window));
            }
          }
        });
  }

  /// As [#rounds], each cell right after a burst of writes.
  public void roundsAfterBursts(int count, List<Cell> cells)
      throws IOException, InterruptedException {
    inTurns(
        count,
        contender -> {
          for (Cell cell : cells) {
            contender.burst(BURST_ITEMS);
            measured.add(cell, contender.name(), contender.measure(cell, window));
          }
        });
  }

  private void inTurns(int count, Turn turn) throws IOException, InterruptedException {
    for (int round = 0; round < count; round++) {
      for (Contender contender : round % 2 == 0 ? contenders : contenders.reversed()) {
        turn.of(contender);
        contender.server().awaitCalm();
      }
    }
  }
}
