// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

import java.util.List;

/// All coordinates between two corners.
public record CoordinateBox(double left, double bottom, double right, double top) {
  static final CoordinateBox NOTHING =
      new CoordinateBox(
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY);

  public static final CoordinateBox EVERYTHING =
      new CoordinateBox(
          Double.NEGATIVE_INFINITY,
          Double.NEGATIVE_INFINITY,
          Double.POSITIVE_INFINITY,
          Double.POSITIVE_INFINITY);

  /// More than what rounding makes of a place.
  private static final double SPARE = 1e-6;

  private static final double HALF_TURN = 180;
  private static final double POLE = 90;

  /// The least box that has some coordinates.
  public static CoordinateBox of(List<Coordinates> all) {
    CoordinateBox box = NOTHING;
    for (Coordinates each : all) {
      box = box.with(each);
    }
    return box;
  }

  boolean isEmpty() {
    return left > right;
  }

  CoordinateBox with(Coordinates at) {
    return new CoordinateBox(
        Math.min(left, at.x()),
        Math.min(bottom, at.y()),
        Math.max(right, at.x()),
        Math.max(top, at.y()));
  }

  /// With the shortest ways between corners, which lead nearer to the poles than these. A way over
  /// the line of 180 degrees takes all longitudes.
  CoordinateBox withWay(List<Coordinates> corners) {
    CoordinateBox box = this;
    for (int i = 0; i < corners.size(); i++) {
      box = box.with(corners.get(i));
      if (i > 0) {
        Coordinates from = corners.get(i - 1);
        Coordinates to = corners.get(i);
        double half = Math.toDegrees(from.angle(to)) / 2;
        box =
            box.with(new Coordinates(to.x(), Math.min(POLE, Math.max(from.y(), to.y()) + half)))
                .with(new Coordinates(to.x(), Math.max(-POLE, Math.min(from.y(), to.y()) - half)));
        if (Math.abs(from.x() - to.x()) >= HALF_TURN) {
          box = new CoordinateBox(-HALF_TURN, box.bottom, HALF_TURN, box.top);
        }
      }
    }
    return box;
  }

  /// All places within an angle of another, in radians.
  public static CoordinateBox around(Coordinates center, double radius) {
    double degrees = Math.toDegrees(radius) + SPARE;
    double latitude = Math.abs(center.y());
    if (latitude + degrees >= POLE) {
      return new CoordinateBox(-HALF_TURN, center.y() - degrees, HALF_TURN, center.y() + degrees);
    }
    double width =
        Math.toDegrees(
                Math.asin(Math.min(1, Math.sin(radius) / Math.cos(Math.toRadians(latitude)))))
            + SPARE;
    boolean round = Math.abs(center.x()) + width > HALF_TURN;
    return new CoordinateBox(
        round ? -HALF_TURN : center.x() - width,
        center.y() - degrees,
        round ? HALF_TURN : center.x() + width,
        center.y() + degrees);
  }

  /// All coordinates within a distance on a plane.
  public static CoordinateBox aroundOnPlane(Coordinates center, double radius) {
    return new CoordinateBox(
        center.x() - radius, center.y() - radius, center.x() + radius, center.y() + radius);
  }
}
