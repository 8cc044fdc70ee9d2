// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

/// Shortest ways between places on a sphere.
final class GreatCircles {
  /// What is nearer than this is the same place: less than a centimetre.
  static final double NEAR = 1e-9;

  private GreatCircles() {}

  /// Whether two ways cross inside both of them.
  static boolean cross(UnitVector a, UnitVector b, UnitVector c, UnitVector d) {
    UnitVector first = a.cross(b);
    double cSide = -first.dot(c);
    double dSide = first.dot(d);
    if (cSide * dSide <= 0) {
      return false;
    }
    UnitVector second = c.cross(d);
    return cSide * -second.dot(b) > 0 && cSide * second.dot(a) > 0;
  }

  /// The angle from a place to the nearest one of a way.
  static double distance(UnitVector place, UnitVector a, UnitVector b) {
    double ends = Math.min(place.angle(a), place.angle(b));
    UnitVector normal = a.cross(b);
    double length = normal.length();
    if (length < NEAR * NEAR) {
      return ends;
    }
    boolean beside = normal.cross(a).dot(place) > 0 && b.cross(normal).dot(place) > 0;
    double height = Math.abs(normal.dot(place)) / length;
    return beside ? Math.min(ends, Math.asin(Math.min(1, height))) : ends;
  }
}
