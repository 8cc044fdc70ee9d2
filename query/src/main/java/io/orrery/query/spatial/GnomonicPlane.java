// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import org.locationtech.jts.geom.Coordinate;

/// The sphere seen from its middle onto a plane that touches it. Shortest ways become straight
/// lines, so planar geometry gives the right answers for shapes within less than a hemisphere;
/// distances and areas are distorted.
final class GnomonicPlane {
  /// How far from its centre the plane can show the sphere well.
  static final double RADIUS_MAX = Math.toRadians(85);

  private final Vector centre;
  private final Vector east;
  private final Vector north;

  GnomonicPlane(Cap cap) {
    this.centre = cap.centre();
    // Any two axes at right angles will do, as long as they turn like east and north.
    Vector pole = Math.abs(centre.z()) < 0.9 ? new Vector(0, 0, 1) : new Vector(1, 0, 0);
    this.east = pole.cross(centre).unit();
    this.north = centre.cross(east);
  }

  private Coordinate project(Position position) {
    Vector vector = Vector.of(position);
    double depth = vector.dot(centre);
    return new Coordinate(vector.dot(east) / depth, vector.dot(north) / depth);
  }

  Region region(Shape shape) {
    return new Drawing(this::project, true).region(shape);
  }
}
