// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.load;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/// What several rounds gave, in each of which every server was measured: ratios are of windows of
/// the same round, since only these were measured under the same circumstances.
///
/// @param <C> what is measured
public final class Rounds<C> {
  private final Map<C, Map<String, List<Window>>> windows = new HashMap<>();

  public void add(C cell, String server, Window window) {
    windows
        .computeIfAbsent(cell, _ -> new HashMap<>())
        .computeIfAbsent(server, _ -> new ArrayList<>())
        .add(window);
  }

  public boolean has(C cell, String server) {
    return !of(cell, server).isEmpty();
  }

  public double perSecond(C cell, String server) {
    return median(cell, server, Window::perSecond);
  }

  public double cpuMillis(C cell, String server) {
    return median(cell, server, window -> window.cpuMicros() / 1000);
  }

  public double p99Millis(C cell, String server) {
    return median(cell, server, Window::p99Millis);
  }

  public double longestMillis(C cell, String server) {
    return Numbers.max(numbers(of(cell, server), Window::longestMillis));
  }

  /// One server's rates in relation to another's, a number for each round.
  public double[] rates(C cell, String server, String other) {
    return ratios(of(cell, server), of(cell, other), Window::perSecond);
  }

  /// One server's CPU per request in relation to another's, a number for each round.
  public double[] costs(C cell, String server, String other) {
    return ratios(of(cell, server), of(cell, other), Window::cpuMicros);
  }

  /// The CPU of one thing in relation to that of another, at the same server.
  public double cost(C cell, C other, String server) {
    return Numbers.median(ratios(of(cell, server), of(other, server), Window::cpuMicros));
  }

  private double median(C cell, String server, ToDoubleFunction<Window> number) {
    return Numbers.median(numbers(of(cell, server), number));
  }

  private List<Window> of(C cell, String server) {
    return windows.getOrDefault(cell, Map.of()).getOrDefault(server, List.of());
  }

  private static double[] numbers(List<Window> windows, ToDoubleFunction<Window> number) {
    return windows.stream().mapToDouble(number).toArray();
  }

  private static double[] ratios(
      List<Window> windows, List<Window> others, ToDoubleFunction<Window> number) {
    double[] ratios = new double[Math.min(windows.size(), others.size())];
    for (int i = 0; i < ratios.length; i++) {
      ratios[i] = number.applyAsDouble(windows.get(i)) / number.applyAsDouble(others.get(i));
    }
    return ratios;
  }
}
