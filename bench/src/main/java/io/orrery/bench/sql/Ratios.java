// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.sql;

import io.orrery.bench.load.Numbers;
import io.orrery.bench.load.ServerProcess.Window;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Our server in relation to others, and what is demanded of it.
final class Ratios {
  /// What is measured, and against whom.
  record Cell(String operation, int connections, String peer) {}

  /// One round's.
  private record Ratio(double rate, double cpu) {}

  /// @param rateMin how many times the peer's rate ours must be
  /// @param cpuMax how many times the peer's CPU per request ours may be
  private record Target(Cell cell, double rateMin, double cpuMax) {}

  private static final List<Target> TARGETS =
      List.of(
          new Target(new Cell("read", 64, "Netty"), 0.6, 2.4),
          new Target(new Cell("create", 64, "raw RocksDB"), 0.6, Double.POSITIVE_INFINITY),
          new Target(new Cell("read", 64, "npm, as shipped"), 5, Double.POSITIVE_INFINITY),
          new Target(new Cell("create", 64, "npm, as shipped"), 5, Double.POSITIVE_INFINITY));

  private final Map<Cell, List<Ratio>> cells = new LinkedHashMap<>();

  void add(Cell cell, Window ours, Window theirs) {
    cells
        .computeIfAbsent(cell, _ -> new ArrayList<>())
        .add(
            new Ratio(
                ours.perSecond() / theirs.perSecond(), ours.cpuMicros() / theirs.cpuMicros()));
  }

  void print() {
    System.out.println("operation connections  against           rate (least to most)  server CPU");
    cells.forEach(
        (cell, ratios) -> {
          double[] rates = rates(ratios);
          System.out.printf(
              "%-9s %11d  %-15s %5.2f x (%.2f to %.2f)      %5.2f x%n",
              cell.operation(),
              cell.connections(),
              cell.peer(),
              Numbers.median(rates),
              Numbers.min(rates),
              Numbers.max(rates),
              Numbers.median(costs(ratios)));
        });
    TARGETS.forEach(this::judge);
  }

  private void judge(Target target) {
    List<Ratio> ratios = cells.getOrDefault(target.cell(), List.of());
    double rate = Numbers.median(rates(ratios));
    String what =
        "%s, %d connections, %s"
            .formatted(
                target.cell().operation(), target.cell().connections(), target.cell().peer());
    say(what, "rate", rate, "at least", target.rateMin(), rate >= target.rateMin());
    if (Double.isFinite(target.cpuMax())) {
      double cpu = Numbers.median(costs(ratios));
      say(what, "CPU", cpu, "at most", target.cpuMax(), cpu <= target.cpuMax());
    }
  }

  private static void say(
      String what, String measure, double ratio, String bound, double limit, boolean holds) {
    System.out.printf(
        "%-40s %-4s %5.2f x, must be %s %.2f x: %s%n",
        what, measure, ratio, bound, limit, holds ? "holds" : "DOES NOT HOLD");
  }

  private static double[] rates(List<Ratio> ratios) {
    return ratios.stream().mapToDouble(Ratio::rate).toArray();
  }

  private static double[] costs(List<Ratio> ratios) {
    return ratios.stream().mapToDouble(Ratio::cpu).toArray();
  }
}
