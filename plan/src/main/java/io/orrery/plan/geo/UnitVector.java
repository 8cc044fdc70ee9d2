// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

/// A place on the unit sphere, or a direction.
record UnitVector(double x, double y, double z) {

  static UnitVector of(Coordinates at) {
    double latitude = Math.toRadians(at.y());
    double longitude = Math.toRadians(at.x());
    return new UnitVector(
        Math.cos(latitude) * Math.cos(longitude),
        Math.cos(latitude) * Math.sin(longitude),
        Math.sin(latitude));
  }

  double dot(UnitVector other) {
    return x * other.x + y * other.y + z * other.z;
  }

  UnitVector cross(UnitVector other) {
    return new UnitVector(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  UnitVector plus(UnitVector other) {
    return new UnitVector(x + other.x, y + other.y, z + other.z);
  }

  double length() {
    return Math.sqrt(dot(this));
  }

  /// The angle between two directions, in radians; exact also for small ones.
  double angle(UnitVector other) {
    return Math.atan2(cross(other).length(), dot(other));
  }
}
