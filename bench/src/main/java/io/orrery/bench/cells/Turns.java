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

  /// Windows that nobody counts: servers are measured as they are after a while.
  public void warmUp(List<Cell> cells) throws IOException, InterruptedException {
    for (Contender contender : contenders) {
      Duration time = window.multipliedBy(contender.server().warmUpWindows());
      for (Cell cell : cells) {
        if (contender.takesPart().test(cell)) {
          contender.measure(cell, time);
        }
      }
      contender.server().awaitCalm();
    }
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
