// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.query.spatial.Shape.LineString;
import io.orrery.query.spatial.Shape.MultiPolygon;
import io.orrery.query.spatial.Shape.Point;
import io.orrery.query.spatial.Shape.Polygon;
import java.util.List;
import java.util.function.Function;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;

/// Draws shapes on a plane.
///
/// @param projection where a position lies on the plane
/// @param oriented whether an outline that runs clockwise means everything but its inside
record Drawing(Function<Position, Coordinate> projection, boolean oriented) {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  Region region(Shape shape) {
    return switch (shape) {
      case Point(Position position) ->
          new Region(FACTORY.createPoint(projection.apply(position)), false);
      case LineString(List<Position> positions) ->
          new Region(FACTORY.createLineString(project(positions)), false);
      case Polygon polygon -> polygon(polygon);
      case MultiPolygon(List<Polygon> polygons) ->
          polygons.stream().map(this::polygon).reduce(Region::union).orElseThrow();
    };
  }

  private Region polygon(Polygon polygon) {
    LinearRing outline = FACTORY.createLinearRing(project(polygon.outline()));
    LinearRing[] holes =
        polygon.holes().stream()
            .map(hole -> FACTORY.createLinearRing(project(hole)))
            .toArray(LinearRing[]::new);
    return new Region(
        FACTORY.createPolygon(outline, holes),
        oriented && !Orientation.isCCW(outline.getCoordinateSequence()));
  }

  private Coordinate[] project(List<Position> positions) {
    return positions.stream().map(projection).toArray(Coordinate[]::new);
  }
}
