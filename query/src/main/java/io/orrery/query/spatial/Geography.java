// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.query.spatial.Shape.LineString;
import io.orrery.query.spatial.Shape.MultiPolygon;
import io.orrery.query.spatial.Shape.Point;
import io.orrery.query.spatial.Shape.Polygon;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Questions about shapes on the earth. Only valid shapes have answers: see [#flaw].
public final class Geography {
  private Geography() {}

  /// What is wrong with a shape; null if nothing is.
  public static @Nullable String flaw(Shape shape) {
    if (Cap.around(shape).radius() > GnomonicPlane.RADIUS_MAX) {
      return "Shapes that reach around half the earth or more are not supported.";
    }
    return switch (shape) {
      case Point _ -> null;
      case LineString _ -> null;
      case Polygon polygon -> flaw(polygon);
      case MultiPolygon(List<Polygon> polygons) -> firstFlaw(polygons);
    };
  }

  private static @Nullable String firstFlaw(List<Polygon> polygons) {
    for (Polygon polygon : polygons) {
      String flaw = flaw(polygon);
      if (flaw != null) {
        return flaw;
      }
    }
    return null;
  }

  private static @Nullable String flaw(Polygon polygon) {
    GnomonicPlane plane = new GnomonicPlane(Cap.around(polygon));
    return plane.region(polygon).geometry().isValid()
        ? null
        : "The rings of a Polygon must neither cross themselves nor one another, and holes must lie"
            + " inside the outline.";
  }

  /// Whether the first shape lies within the second.
  public static boolean within(Shape inner, Shape outer) {
    return ShapePair.of(inner, outer).isFirstWithinSecond();
  }

  public static boolean intersects(Shape first, Shape second) {
    return ShapePair.of(first, second).isIntersecting();
  }

  /// The length of the shortest way between two shapes, in metres.
  public static double distance(Shape first, Shape second) {
    if (first instanceof Point(Position from) && second instanceof Point(Position to)) {
      return Ellipsoid.distance(from, to);
    }
    return intersects(first, second) ? 0 : ShortestWay.between(first, second).length();
  }

  /// In square metres; 0 for points and lines.
  public static double area(Shape shape) {
    return switch (shape) {
      case Point _ -> 0;
      case LineString _ -> 0;
      case Polygon polygon -> area(polygon);
      case MultiPolygon(List<Polygon> polygons) ->
          polygons.stream().mapToDouble(Geography::area).sum();
    };
  }

  private static double area(Polygon polygon) {
    double inside = Ellipsoid.area(polygon.outline());
    for (List<Position> hole : polygon.holes()) {
      inside -= Ellipsoid.area(hole);
    }
    GnomonicPlane plane = new GnomonicPlane(Cap.around(polygon));
    return plane.region(polygon).inverted() ? Ellipsoid.SURFACE - inside : inside;
  }
}
