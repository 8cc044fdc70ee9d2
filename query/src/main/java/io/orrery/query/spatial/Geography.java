// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.query.spatial.Shape.LineString;
import io.orrery.query.spatial.Shape.MultiPolygon;
import io.orrery.query.spatial.Shape.Point;
import io.orrery.query.spatial.Shape.Polygon;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The earth: positions are longitude and latitude in degrees, edges the shortest ways between
/// their ends, lengths metres.
public final class Geography implements Space {
  public static final Geography EARTH = new Geography();

  private Geography() {}

  @Override
  public @Nullable String flaw(Position position) {
    // Written so that NaN fails too.
    if (!(Math.abs(position.longitude()) <= 180)) {
      return "Longitude values must be between -180 and 180 degrees.";
    }
    return Math.abs(position.latitude()) <= 90
        ? null
        : "Latitude values must be between -90 and 90 degrees.";
  }

  @Override
  public @Nullable String flaw(Shape shape) {
    if (Cap.around(shape).radius() > GnomonicPlane.RADIUS_MAX) {
      return "Shapes that reach around half the earth or more are not supported.";
    }
    return switch (shape) {
      case Point _ -> null;
      case LineString _ -> null;
      case Polygon polygon -> polygonFlaw(polygon);
      case MultiPolygon(List<Polygon> polygons) -> firstFlaw(polygons);
    };
  }

  private static @Nullable String firstFlaw(List<Polygon> polygons) {
    for (Polygon polygon : polygons) {
      String flaw = polygonFlaw(polygon);
      if (flaw != null) {
        return flaw;
      }
    }
    return null;
  }

  private static @Nullable String polygonFlaw(Polygon polygon) {
    GnomonicPlane plane = new GnomonicPlane(Cap.around(polygon));
    return plane.region(polygon).flaw();
  }

  @Override
  public boolean within(Shape inner, Shape outer) {
    return ShapePair.of(inner, outer).isFirstWithinSecond();
  }

  @Override
  public boolean intersects(Shape first, Shape second) {
    return ShapePair.of(first, second).isIntersecting();
  }

  @Override
  public double distance(Shape first, Shape second) {
    if (first instanceof Point(Position from) && second instanceof Point(Position to)) {
      return Ellipsoid.distance(from, to);
    }
    return intersects(first, second) ? 0 : ShortestWay.between(first, second).length();
  }

  @Override
  public double area(Shape shape) {
    return switch (shape) {
      case Point _ -> 0;
      case LineString _ -> 0;
      case Polygon polygon -> polygonArea(polygon);
      case MultiPolygon(List<Polygon> polygons) ->
          polygons.stream().mapToDouble(Geography::polygonArea).sum();
    };
  }

  private static double polygonArea(Polygon polygon) {
    double inside = Ellipsoid.area(polygon.outline());
    for (List<Position> hole : polygon.holes()) {
      inside -= Ellipsoid.area(hole);
    }
    GnomonicPlane plane = new GnomonicPlane(Cap.around(polygon));
    return plane.region(polygon).inverted() ? Ellipsoid.SURFACE - inside : inside;
  }
}
