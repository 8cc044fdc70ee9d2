// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.locationtech.jts.geom.Geometry;
import org.locationtech.jts.geom.GeometryFactory;
import org.locationtech.jts.geom.TopologyException;
import org.locationtech.jts.geom.util.PolygonExtracter;
import org.locationtech.jts.operation.overlayng.OverlayNG;
import org.locationtech.jts.operation.overlayng.OverlayNGRobust;

/// A part of the plane, or all but that part.
record Region(Geometry geometry, boolean inverted) {
  private static final GeometryFactory FACTORY = new GeometryFactory();

  /// What is wrong with a polygon; null if nothing is.
  @Nullable String flaw() {
    return geometry.isValid()
        ? null
        : "The rings of a Polygon must neither cross themselves nor one another, and holes must lie"
            + " inside the outline.";
  }

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
    return other.inverted ? other.union(this) : new Region(overlay(other, OverlayNG.UNION), false);
  }

  /// Without the lines and points that areas may have in common.
  private Geometry overlay(Region other, int operation) {
    List<?> areas = PolygonExtracter.getPolygons(overlaid(other, operation));
    return FACTORY.createMultiPolygon(areas.toArray(org.locationtech.jts.geom.Polygon[]::new));
  }

  private Geometry overlaid(Region other, int operation) {
    try {
      return OverlayNGRobust.overlay(geometry, other.geometry, operation);
    } catch (TopologyException e) {
      // Edges so close to each other that no precision tells which side is inside.
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "The polygons of a MultiPolygon cannot be put together: edges lie too close to each"
              + " other.",
          e);
    }
  }
}
