// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.geo;

import io.orrery.model.value.Value;
import io.orrery.plan.geo.CoordinateBox;
import io.orrery.plan.geo.Coordinates;
import io.orrery.plan.geo.GeoShape;
import io.orrery.plan.geo.GeoValues;

/// A point that documents are near to, and how distances from it are measured.
///
/// @param measure in which the distances are
/// @param most no farther than this
public record NearPoint(Coordinates center, Measure measure, double least, double most) {
  /// MongoDB's radius of the earth.
  public static final double EARTH_METERS = 6_378_100;

  /// How distances are measured.
  public enum Measure {
    /// On the sphere.
    METERS,
    /// On the unit sphere.
    RADIANS,
    /// On the plane.
    PLANE
  }

  double distance(GeoShape shape) {
    return switch (measure) {
      case METERS -> shape.angle(center) * EARTH_METERS;
      case RADIANS -> shape.angle(center);
      case PLANE ->
          shape.isPoint() ? shape.points().getFirst().distance(center) : Double.POSITIVE_INFINITY;
    };
  }

  /// The least distance to a shape of a value that is not too near; infinite if there is none.
  public double distance(Value value) {
    return GeoValues.all(value).stream()
        .mapToDouble(this::distance)
        .filter(this::isReached)
        .min()
        .orElse(Double.POSITIVE_INFINITY);
  }

  boolean isReached(double distance) {
    return distance >= least && distance <= most && Double.isFinite(distance);
  }

  CoordinateBox box() {
    return switch (measure) {
      case METERS -> around(most / EARTH_METERS);
      case RADIANS -> around(most);
      case PLANE ->
          Double.isInfinite(most)
              ? CoordinateBox.EVERYTHING
              : CoordinateBox.aroundOnPlane(center, most);
    };
  }

  private CoordinateBox around(double radius) {
    return radius >= Math.PI / 2 ? CoordinateBox.EVERYTHING : CoordinateBox.around(center, radius);
  }
}
