// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;

/// The shortest way between two shapes that do not touch. Its ends are found on the sphere, its
/// length is that on the ellipsoid.
final class ShortestWay {
  /// Pairs of edges to compare; a second's work or two.
  private static final long PAIRS_MAX = 5_000_000;

  private Vector from = new Vector(0, 0, 0);
  private Vector to = new Vector(0, 0, 0);
  private double squaredChord = Double.POSITIVE_INFINITY;

  private ShortestWay() {}

  static ShortestWay between(Shape first, Shape second) {
    if (size(first) * size(second) > PAIRS_MAX) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "The distance between two shapes of so many positions takes too long; simplify them.");
    }
    ShortestWay way = new ShortestWay();
    for (List<Position> firstPath : first.paths()) {
      for (List<Position> secondPath : second.paths()) {
        way.compare(vectors(firstPath), vectors(secondPath));
      }
    }
    return way;
  }

  private static long size(Shape shape) {
    return shape.paths().stream().mapToLong(List::size).sum();
  }

  double length() {
    return Ellipsoid.distance(from.position(), to.position());
  }

  private static Vector[] vectors(List<Position> path) {
    return path.stream().map(Vector::of).toArray(Vector[]::new);
  }

  /// Edges that do not cross are nearest at an end of one of them.
  private void compare(Vector[] first, Vector[] second) {
    for (Vector position : first) {
      consider(position, second);
    }
    for (Vector position : second) {
      consider(position, first);
    }
  }

  private void consider(Vector position, Vector[] path) {
    for (int i = 0; i < path.length; i++) {
      Vector nearest =
          path.length == 1
              ? path[0]
              : position.nearestOnArc(path[Math.max(i - 1, 0)], path[Math.max(i, 1)]);
      double chord = position.squaredChord(nearest);
      if (chord < squaredChord) {
        squaredChord = chord;
        from = position;
        to = nearest;
      }
    }
  }
}
