// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.geo;

import io.orrery.model.value.Value;
import io.orrery.plan.geo.CoordinateBox;
import io.orrery.plan.geo.Coordinates;
import io.orrery.plan.geo.GeoShape;
import io.orrery.plan.geo.GeoValues;
import java.util.List;

/// Where a shape has to lie. A field with several shapes passes if one of them does.
public sealed interface GeoTest {

  /// In polygons on the sphere.
  record InPolygons(GeoShape polygons) implements GeoTest {}

  /// On the sphere, no farther than an angle in radians.
  record InCap(Coordinates center, double radius) implements GeoTest {}

  /// A point in a box on the plane.
  record InBox(CoordinateBox box) implements GeoTest {}

  /// A point in a circle on the plane.
  record InCircle(Coordinates center, double radius) implements GeoTest {}

  /// A point in a polygon on the plane.
  record InPlanePolygon(List<Coordinates> corners) implements GeoTest {
    public InPlanePolygon {
      corners = List.copyOf(corners);
    }
  }

  /// Has a place in common with a shape on the sphere.
  record Meets(GeoShape shape) implements GeoTest {}

  /// Neither nearer to a point nor farther from it than some distances.
  record Near(NearPoint near) implements GeoTest {}

  /// Whether what lies at the end of a path passes.
  default boolean passes(Value value) {
    return GeoValues.all(value).stream().anyMatch(this::passes);
  }

  private boolean passes(GeoShape shape) {
    return switch (this) {
      case InPolygons(GeoShape polygons) -> shape.isWithin(polygons);
      case InCap(Coordinates center, double radius) -> shape.isWithin(center, radius);
      case InBox(CoordinateBox box) -> shape.isPoint() && has(box, shape.points().getFirst());
      case InCircle(Coordinates center, double radius) ->
          shape.isPoint() && shape.points().getFirst().distance(center) <= radius;
      case InPlanePolygon(List<Coordinates> corners) ->
          shape.isPoint() && isInside(corners, shape.points().getFirst());
      case Meets(GeoShape other) -> shape.intersects(other);
      case Near(NearPoint near) -> near.isReached(near.distance(shape));
    };
  }

  private static boolean has(CoordinateBox box, Coordinates at) {
    return at.x() >= box.left()
        && at.x() <= box.right()
        && at.y() >= box.bottom()
        && at.y() <= box.top();
  }

  /// Whether a ray to the right crosses the border an odd number of times, or the point is on it.
  private static boolean isInside(List<Coordinates> corners, Coordinates at) {
    boolean inside = false;
    for (int i = 0; i < corners.size(); i++) {
      Coordinates a = corners.get(i);
      Coordinates b = corners.get((i + 1) % corners.size());
      double side = (b.x() - a.x()) * (at.y() - a.y()) - (b.y() - a.y()) * (at.x() - a.x());
      boolean between =
          Math.min(a.x(), b.x()) <= at.x()
              && at.x() <= Math.max(a.x(), b.x())
              && Math.min(a.y(), b.y()) <= at.y()
              && at.y() <= Math.max(a.y(), b.y());
      if (side == 0 && between) {
        return true;
      }
      boolean spans = a.y() > at.y() != b.y() > at.y();
      if (spans && side > 0 == b.y() > a.y()) {
        inside = !inside;
      }
    }
    return inside;
  }

  /// All coordinates that what passes has some of.
  default CoordinateBox box() {
    return switch (this) {
      case InPolygons(GeoShape polygons) -> polygons.box();
      case InCap(Coordinates center, double radius) -> CoordinateBox.around(center, radius);
      case InBox(CoordinateBox box) -> box;
      case InCircle(Coordinates center, double radius) ->
          CoordinateBox.aroundOnPlane(center, radius);
      case InPlanePolygon(List<Coordinates> corners) -> CoordinateBox.of(corners);
      case Meets(GeoShape shape) -> shape.box();
      case Near(NearPoint near) -> near.box();
    };
  }
}
