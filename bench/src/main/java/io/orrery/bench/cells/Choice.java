// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.cells;

import java.time.Duration;
import java.util.List;
import java.util.Set;

/// What a run is told to measure, by its arguments: cells, or `all`, and the milliseconds of one
/// window.
public record Choice(List<Cell> cells, Duration window) {
  private static final String ALL = "all";
  private static final String MILLIS = "500";

  /// What the arguments say.
  ///
  /// @param all what there is to choose from
  public static Choice of(String[] arguments, List<Cell> all) {
    String names = arguments.length > 0 ? arguments[0] : ALL;
    String millis = arguments.length > 1 ? arguments[1] : MILLIS;
    Set<Cell> asked = names.equals(ALL) ? Set.copyOf(all) : Set.copyOf(Cell.parse(names));
    return new Choice(
        all.stream().filter(asked::contains).toList(), Duration.ofMillis(Long.parseLong(millis)));
  }

  /// The same at another moment.
  public Choice at(Moment moment) {
    return new Choice(cells.stream().map(cell -> cell.at(moment)).toList(), window);
  }
}
