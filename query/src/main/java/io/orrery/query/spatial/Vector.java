// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

/// A direction in space; of length 1 it is a place on the unit sphere, where the shortest ways are
/// parts of great circles and neither poles nor the date line are special.
record Vector(double x, double y, double z) {

  static Vector of(Position position) {
    double longitude = Math.toRadians(position.longitude());
    double latitude = Math.toRadians(position.latitude());
    return new Vector(
        Math.cos(latitude) * Math.cos(longitude),
        Math.cos(latitude) * Math.sin(longitude),
        Math.sin(latitude));
  }

  Position position() {
    return new Position(
        Math.toDegrees(Math.atan2(y, x)), Math.toDegrees(Math.atan2(z, Math.hypot(x, y))));
  }

  Vector plus(Vector other) {
    return new Vector(x + other.x, y + other.y, z + other.z);
  }

  Vector times(double factor) {
    return new Vector(x * factor, y * factor, z * factor);
  }

  double dot(Vector other) {
    return x * other.x + y * other.y + z * other.z;
  }

  Vector cross(Vector other) {
    return new Vector(
        y * other.z - z * other.y, z * other.x - x * other.z, x * other.y - y * other.x);
  }

  double length() {
    return Math.sqrt(dot(this));
  }

  /// In the same direction, of length 1.
  Vector unit() {
    return times(1 / length());
  }

  /// The angle between two places, in radians; exact for small ones too.
  double angle(Vector other) {
    return Math.atan2(cross(other).length(), dot(other));
  }

  /// The place nearest to this one on the shorter arc from one place to another.
  Vector nearestOnArc(Vector from, Vector to) {
    Vector normal = from.cross(to);
    double length = normal.length();
    if (length > 0) {
      Vector axis = normal.times(1 / length);
      Vector onCircle = plus(axis.times(-dot(axis)));
      if (onCircle.length() > 0
          && from.cross(onCircle).dot(axis) >= 0
          && onCircle.cross(to).dot(axis) >= 0) {
        return onCircle.unit();
      }
    }
    return squaredChord(from) <= squaredChord(to) ? from : to;
  }

  /// Grows with the angle and does not lose its precision where places are close.
  double squaredChord(Vector other) {
    Vector difference = plus(other.times(-1));
    return difference.dot(difference);
  }
}
