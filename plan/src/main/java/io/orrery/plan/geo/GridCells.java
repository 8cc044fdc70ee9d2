// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/// Squares that coordinates lie in: each has four in it, down to the smallest. A square is named by
/// the way to it, one digit a step, so what lies in it has names that begin with its own.
///
/// Coordinates outside the largest square count as at its border.
public final class GridCells {
  /// The smallest is less than a metre wide.
  private static final int LEVELS = 26;

  private static final int CELLS_MAX = 12;
  private static final double SIZE = 360;
  private static final double BEGIN = -180;

  private GridCells() {}

  private record Cell(String name, double left, double bottom, double size) {
    boolean meets(CoordinateBox box) {
      return box.left() <= left + size
          && box.right() >= left
          && box.bottom() <= bottom + size
          && box.top() >= bottom;
    }

    boolean isWithin(CoordinateBox box) {
      return box.left() <= left
          && box.right() >= left + size
          && box.bottom() <= bottom
          && box.top() >= bottom + size;
    }

    List<Cell> parts() {
      double half = size / 2;
      return List.of(
          new Cell(name + '0', left, bottom, half),
          new Cell(name + '1', left + half, bottom, half),
          new Cell(name + '2', left, bottom + half, half),
          new Cell(name + '3', left + half, bottom + half, half));
    }
  }

  /// Names of squares that together have all of a box.
  public static List<String> covering(CoordinateBox box) {
    if (box.isEmpty()) {
      return List.of();
    }
    CoordinateBox inside = clamped(box);
    List<String> done = new ArrayList<>();
    ArrayDeque<Cell> open = new ArrayDeque<>();
    open.add(new Cell("", BEGIN, BEGIN, SIZE));
    while (!open.isEmpty()) {
      Cell cell = open.removeFirst();
      List<Cell> parts = cell.parts().stream().filter(part -> part.meets(inside)).toList();
      boolean small = cell.name().length() == LEVELS || cell.isWithin(inside);
      if (small || done.size() + open.size() + parts.size() > CELLS_MAX) {
        done.add(cell.name());
      } else {
        open.addAll(parts);
      }
    }
    return done;
  }

  private static CoordinateBox clamped(CoordinateBox box) {
    return new CoordinateBox(
        clamped(box.left()), clamped(box.bottom()), clamped(box.right()), clamped(box.top()));
  }

  private static double clamped(double coordinate) {
    return Math.clamp(coordinate, BEGIN, BEGIN + SIZE);
  }

  /// The squares around some others: what is larger than a square may be covered by these.
  public static List<String> around(List<String> names) {
    Set<String> outer = new TreeSet<>();
    for (String name : names) {
      for (int length = 0; length < name.length(); length++) {
        outer.add(name.substring(0, length));
      }
    }
    return List.copyOf(outer);
  }
}
