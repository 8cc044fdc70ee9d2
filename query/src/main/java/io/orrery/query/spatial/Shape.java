// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import java.util.List;

/// What GeoJSON can describe and Cosmos DB understands. Edges are the shortest ways between their
/// ends.
public sealed interface Shape {

  record Point(Position position) implements Shape {}

  record LineString(List<Position> positions) implements Shape {
    public LineString {
      positions = List.copyOf(positions);
    }
  }

  /// Rings whose last position is the first again. The first ring is the outline; if it runs
  /// clockwise, all the earth but its inside is meant. The others are holes.
  record Polygon(List<List<Position>> rings) implements Shape {
    public Polygon {
      rings = rings.stream().map(List::copyOf).toList();
    }

    List<Position> outline() {
      return rings.getFirst();
    }

    List<List<Position>> holes() {
      return rings.subList(1, rings.size());
    }
  }

  record MultiPolygon(List<Polygon> polygons) implements Shape {
    public MultiPolygon {
      polygons = List.copyOf(polygons);
    }
  }

  /// Its lines, a point being a line of one position.
  default List<List<Position>> paths() {
    return switch (this) {
      case Point(Position position) -> List.of(List.of(position));
      case LineString(List<Position> positions) -> List.of(positions);
      case Polygon(List<List<Position>> rings) -> rings;
      case MultiPolygon(List<Polygon> polygons) ->
          polygons.stream().flatMap(polygon -> polygon.rings().stream()).toList();
    };
  }
}
