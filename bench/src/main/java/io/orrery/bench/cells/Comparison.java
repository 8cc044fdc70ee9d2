// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.Rounds;
import java.util.List;

/// Two servers side by side, a line for each cell, with the median of each number; the ratio is the
/// median of the rounds' ratios.
public record Comparison(Rounds<Cell> measured, String name, String other) {

  public void print(List<Cell> cells) {
    System.out.printf(
        "%-42s %7s | %-20s | %-20s | %-28s | %s%n", "", "", name, other, "rate", "CPU");
    System.out.printf(
        "%-42s %7s | %11s %8s | %11s %8s | %-28s | %s%n",
        "cell",
        "callers",
        "per second",
        "CPU ms",
        "per second",
        "CPU ms",
        "ratio (least to most)",
        "ratio");
    for (Cell cell : cells) {
      if (measured.has(cell, name) && measured.has(cell, other)) {
        print(cell);
      }
    }
  }

  private void print(Cell cell) {
    System.out.printf(
        "%-42s %7d | %11.1f %8.3f | %11.1f %8.3f | %-28s | %5.2f%n",
        cell.title(),
        cell.callers(),
        measured.perSecond(cell, name),
        measured.cpuMillis(cell, name),
        measured.perSecond(cell, other),
        measured.cpuMillis(cell, other),
        spread(measured.rates(cell, name, other)),
        Numbers.median(measured.costs(cell, name, other)));
  }

  private static String spread(double[] ratios) {
    return "%.2f (%.2f to %.2f)"
        .formatted(Numbers.median(ratios), Numbers.min(ratios), Numbers.max(ratios));
  }

  public double rate(Cell cell) {
    return Numbers.median(measured.rates(cell, name, other));
  }
}
