// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.query.spatial.Shape.MultiPolygon;
import io.orrery.query.spatial.Shape.Polygon;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Coordinate;

/// A plane: positions are x and y, edges straight, and it does not matter which way outlines run.
public final class Plane implements Space {
  public static final Plane EUCLIDEAN = new Plane();

  private static final Drawing DRAWING =
      new Drawing(position -> new Coordinate(position.longitude(), position.latitude()), false);

  private Plane() {}

  @Override
  public @Nullable String flaw(Position position) {
    return Double.isFinite(position.longitude()) && Double.isFinite(position.latitude())
        ? null
        : "A position must be finite.";
  }

  @Override
  public @Nullable String flaw(Shape shape) {
    return switch (shape) {
      case Shape.Point _ -> null;
      case Shape.LineString _ -> null;
      case Polygon polygon -> DRAWING.region(polygon).flaw();
      case MultiPolygon(List<Polygon> polygons) ->
          polygons.stream()
              .map(polygon -> DRAWING.region(polygon).flaw())
              .filter(Objects::nonNull)
              .findFirst()
              .orElse(null);
    };
  }

  @Override
  public boolean within(Shape inner, Shape outer) {
    return DRAWING.region(inner).isWithin(DRAWING.region(outer));
  }

  @Override
  public boolean intersects(Shape first, Shape second) {
    return DRAWING.region(first).intersects(DRAWING.region(second));
  }

  @Override
  public double distance(Shape first, Shape second) {
    return DRAWING.region(first).geometry().distance(DRAWING.region(second).geometry());
  }

  @Override
  public double area(Shape shape) {
    return DRAWING.region(shape).geometry().getArea();
  }
}
