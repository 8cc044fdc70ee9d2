// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

/// A pair of numbers: longitude and latitude in degrees, or any two on a plane.
public record Coordinates(double x, double y) {
  boolean isOnSphere() {
    return Math.abs(x) <= 180 && Math.abs(y) <= 90;
  }

  /// The distance on a plane.
  public double distance(Coordinates other) {
    return Math.hypot(x - other.x, y - other.y);
  }

  /// The angle between two places on a sphere, in radians.
  public double angle(Coordinates other) {
    return UnitVector.of(this).angle(UnitVector.of(other));
  }
}
