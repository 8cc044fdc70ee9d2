// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import java.util.List;

/// A round part of the sphere that holds a shape: all places within an angle of its centre.
record Cap(Vector centre, double radius) {

  static Cap around(Shape shape) {
    Vector sum = new Vector(0, 0, 0);
    for (List<Position> path : shape.paths()) {
      // A ring's last position is its first; twice, it would pull the centre its way.
      boolean closed = path.size() > 1 && path.getFirst().equals(path.getLast());
      for (Position position : closed ? path.subList(1, path.size()) : path) {
        sum = sum.plus(Vector.of(position));
      }
    }
    // Positions all around the globe have no direction in common: any will do.
    Vector centre = sum.length() > 1e-9 ? sum.unit() : new Vector(1, 0, 0);
    double radius = 0;
    for (List<Position> path : shape.paths()) {
      for (Position position : path) {
        radius = Math.max(radius, centre.angle(Vector.of(position)));
      }
    }
    return new Cap(centre, radius);
  }

  boolean isApartFrom(Cap other) {
    return centre.angle(other.centre) > radius + other.radius + 1e-9;
  }

  /// A cap that holds both.
  Cap with(Cap other) {
    double distance = centre.angle(other.centre);
    if (distance + other.radius <= radius) {
      return this;
    }
    if (distance + radius <= other.radius) {
      return other;
    }
    double both = (distance + radius + other.radius) / 2;
    // On the way to the other's centre, so far that this one still fits in.
    double part = (both - radius) / distance;
    Vector middle =
        centre
            .times(Math.sin((1 - part) * distance))
            .plus(other.centre.times(Math.sin(part * distance)));
    return new Cap(middle.unit(), both);
  }
}
