// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.query.spatial.Shape.LineString;
import io.orrery.query.spatial.Shape.MultiPolygon;
import io.orrery.query.spatial.Shape.Point;
import io.orrery.query.spatial.Shape.Polygon;
import java.util.List;
import org.locationtech.jts.algorithm.Orientation;
import org.locationtech.jts.geom.Coordinate;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.LinearRing;
import org.locationtech.jts.geom.util.PolygonExtracter;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/// The sphere seen from its middle onto a plane that touches it. Shortest ways become straight
/// lines, so planar geometry gives the right answers for shapes within less than a hemisphere;
/// distances and areas are distorted.
final class GnomonicPlane {
  /// How far from its centre the plane can show the sphere well.
  static final double RADIUS_MAX = Math.toRadians(85);

  private static final GeometryFactory FACTORY = new GeometryFactory();

  private final Vector centre;
  private final Vector east;
  private final Vector north;

  GnomonicPlane(Cap cap) {
    this.centre = cap.centre();
    // Any two axes at right angles will do, as long as they turn like east and north.
    Vector pole = Math.abs(centre.z()) < 0.9 ? new Vector(0, 0, 1) : new Vector(1, 0, 0);
    this.east = pole.cross(centre).unit();
    this.north = centre.cross(east);
  }

  private Coordinate project(Position position) {
    Vector vector = Vector.of(position);
    double depth = vector.dot(centre);
    return new Coordinate(vector.dot(east) / depth, vector.dot(north) / depth);
  }

  private Coordinate[] project(List<Position> positions) {
    return positions.stream().map(this::project).toArray(Coordinate[]::new);
  }

  Region region(Shape shape) {
    return switch (shape) {
      case Point(Position position) -> new Region(FACTORY.createPoint(project(position)), false);
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
        FACTORY.createPolygon(outline, holes), !Orientation.isCCW(outline.getCoordinateSequence()));
  }

  /// A part of the plane, or all but that part.
  record Region(Geometry geometry, boolean inverted) {

    boolean isWithin(Region other) {
      if (inverted) {
        return other.inverted && other.geometry.within(geometry);
      }
      return other.inverted
          ? !geometry.intersects(other.geometry) || geometry.touches(other.geometry)
          : geometry.within(other.geometry);
    }

    boolean intersects(Region other) {
      if (inverted == other.inverted) {
        // Two that are larger than half the earth each meet somewhere.
        return inverted || geometry.intersects(other.geometry);
      }
      return inverted ? !other.geometry.coveredBy(geometry) : other.intersects(this);
    }

    /// For areas only.
    Region union(Region other) {
      if (inverted && other.inverted) {
        return new Region(overlay(other, OverlayNG.INTERSECTION), true);
      }
      if (inverted) {
        return new Region(overlay(other, OverlayNG.DIFFERENCE), true);
      }
      return other.inverted
          ? other.union(this)
          : new Region(overlay(other, OverlayNG.UNION), false);
    }

    /// Without the lines and points that areas may have in common.
    private Geometry overlay(Region other, int operation) {
      Geometry overlay = OverlayNGRobust.overlay(geometry, other.geometry, operation);
      List<?> areas = PolygonExtracter.getPolygons(overlay);
      return FACTORY.createMultiPolygon(areas.toArray(org.locationtech.jts.geom.Polygon[]::new));
    }
  }
}
