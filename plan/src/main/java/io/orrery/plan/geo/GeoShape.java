// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

import java.util.ArrayList;
import java.util.List;

/// What a value describes: points, lines and polygons, any number of each.
///
/// @param polygons each a list of closed rings, of which the first is its border
public record GeoShape(
    List<Coordinates> points,
    List<List<Coordinates>> lines,
    List<List<List<Coordinates>>> polygons) {
  public GeoShape {
    points = List.copyOf(points);
    lines = List.copyOf(lines);
    polygons = List.copyOf(polygons);
  }

  static GeoShape point(Coordinates at) {
    return new GeoShape(List.of(at), List.of(), List.of());
  }

  boolean isOnSphere() {
    return points.stream().allMatch(Coordinates::isOnSphere)
        && lines.stream().flatMap(List::stream).allMatch(Coordinates::isOnSphere)
        && polygons.stream()
            .flatMap(List::stream)
            .flatMap(List::stream)
            .allMatch(Coordinates::isOnSphere);
  }

  /// Whether it is one point and nothing else.
  public boolean isPoint() {
    return points.size() == 1 && lines.isEmpty() && polygons.isEmpty();
  }

  public boolean hasPolygons() {
    return !polygons.isEmpty();
  }

  List<UnitVector> places() {
    return points.stream().map(UnitVector::of).toList();
  }

  /// Lines, and the rings of polygons, as lists of corners.
  private List<List<UnitVector>> edges() {
    List<List<UnitVector>> edges = new ArrayList<>();
    lines.forEach(line -> edges.add(line.stream().map(UnitVector::of).toList()));
    polygons.forEach(polygon -> edges.addAll(SpherePolygon.of(polygon).rings()));
    return edges;
  }

  private List<SpherePolygon> areas() {
    return polygons.stream().map(SpherePolygon::of).toList();
  }

  /// The angle from a place to the nearest of the shape, in radians.
  public double angle(Coordinates at) {
    UnitVector place = UnitVector.of(at);
    if (areas().stream().anyMatch(area -> area.contains(place))) {
      return 0;
    }
    double least = Double.POSITIVE_INFINITY;
    for (UnitVector each : places()) {
      least = Math.min(least, each.angle(place));
    }
    for (List<UnitVector> edge : edges()) {
      for (int i = 1; i < edge.size(); i++) {
        least = Math.min(least, GreatCircles.distance(place, edge.get(i - 1), edge.get(i)));
      }
    }
    return least;
  }

  /// Whether the two have a place in common, on the sphere.
  public boolean intersects(GeoShape other) {
    return reaches(other) || other.reaches(this) || crosses(other);
  }

  /// Whether a point or a corner of this lies on the other.
  private boolean reaches(GeoShape other) {
    return corners().stream().anyMatch(other::has);
  }

  private List<Coordinates> corners() {
    List<Coordinates> corners = new ArrayList<>(points);
    lines.forEach(corners::addAll);
    polygons.forEach(polygon -> polygon.forEach(corners::addAll));
    return corners;
  }

  private boolean has(Coordinates at) {
    return angle(at) < GreatCircles.NEAR;
  }

  private boolean crosses(GeoShape other) {
    List<List<UnitVector>> others = other.edges();
    for (List<UnitVector> mine : edges()) {
      for (List<UnitVector> theirs : others) {
        if (cross(mine, theirs)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean cross(List<UnitVector> one, List<UnitVector> other) {
    for (int i = 1; i < one.size(); i++) {
      for (int j = 1; j < other.size(); j++) {
        if (GreatCircles.cross(one.get(i - 1), one.get(i), other.get(j - 1), other.get(j))) {
          return true;
        }
      }
    }
    return false;
  }

  /// Whether all of this lies in the polygons of another, each part in one of them.
  public boolean isWithin(GeoShape other) {
    List<SpherePolygon> areas = other.areas();
    return places().stream().allMatch(place -> areas.stream().anyMatch(a -> a.contains(place)))
        && edges().stream().allMatch(edge -> areas.stream().anyMatch(a -> holds(a, edge)))
        && areas().stream().allMatch(mine -> areas.stream().anyMatch(a -> hasNoHoleIn(a, mine)));
  }

  private static boolean holds(SpherePolygon area, List<UnitVector> edge) {
    for (int i = 0; i < edge.size(); i++) {
      if (!area.contains(edge.get(i)) || (i > 0 && area.crosses(edge.get(i - 1), edge.get(i)))) {
        return false;
      }
    }
    return true;
  }

  private static boolean hasNoHoleIn(SpherePolygon area, SpherePolygon inner) {
    return area.rings().subList(1, area.rings().size()).stream()
        .noneMatch(hole -> hole.stream().allMatch(inner::contains));
  }

  /// Whether all of this is no farther from a place than an angle.
  public boolean isWithin(Coordinates center, double radius) {
    UnitVector middle = UnitVector.of(center);
    return corners().stream().allMatch(at -> UnitVector.of(at).angle(middle) <= radius);
  }

  /// The boxes of coordinates that have all of this: more than one where it goes round the sphere.
  public CoordinateBox box() {
    CoordinateBox box = CoordinateBox.NOTHING;
    for (Coordinates point : points) {
      box = box.with(point);
    }
    for (List<Coordinates> line : lines) {
      box = box.withWay(line);
    }
    for (List<List<Coordinates>> polygon : polygons) {
      box = box.withWay(polygon.getFirst());
      SpherePolygon area = SpherePolygon.of(polygon);
      if (area.contains(new UnitVector(0, 0, 1)) || area.contains(new UnitVector(0, 0, -1))) {
        return CoordinateBox.EVERYTHING;
      }
    }
    return box;
  }
}
