// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.geo;

import java.util.ArrayList;
import java.util.List;

/// A polygon on a sphere, smaller than half of it. Its border belongs to it.
///
/// @param rings closed; the first is its border, the others are holes
record SpherePolygon(List<List<UnitVector>> rings) {
  SpherePolygon {
    rings = List.copyOf(rings);
  }

  static SpherePolygon of(List<List<Coordinates>> rings) {
    List<List<UnitVector>> all = new ArrayList<>();
    rings.forEach(ring -> all.add(ring.stream().map(UnitVector::of).toList()));
    return new SpherePolygon(all);
  }

  boolean contains(UnitVector place) {
    if (touchesBorder(place)) {
      return true;
    }
    return isInside(rings.getFirst(), place)
        && rings.subList(1, rings.size()).stream().noneMatch(hole -> isInside(hole, place));
  }

  private boolean touchesBorder(UnitVector place) {
    return distanceToBorder(place) < GreatCircles.NEAR;
  }

  double distanceToBorder(UnitVector place) {
    double least = Double.POSITIVE_INFINITY;
    for (List<UnitVector> ring : rings) {
      for (int i = 1; i < ring.size(); i++) {
        least = Math.min(least, GreatCircles.distance(place, ring.get(i - 1), ring.get(i)));
      }
    }
    return least;
  }

  /// How often the ring goes round the place: seen from inside the directions of its corners turn
  /// once. The opposite place sees the same, but lies on the other side of the sphere.
  private static boolean isInside(List<UnitVector> ring, UnitVector place) {
    UnitVector middle = new UnitVector(0, 0, 0);
    double turned = 0;
    for (int i = 1; i < ring.size(); i++) {
      UnitVector a = ring.get(i - 1);
      UnitVector b = ring.get(i);
      middle = middle.plus(a);
      turned += Math.atan2(a.cross(b).dot(place), a.dot(b) - a.dot(place) * b.dot(place));
    }
    return Math.abs(turned) > Math.PI && middle.dot(place) > 0;
  }

  boolean crosses(UnitVector from, UnitVector to) {
    for (List<UnitVector> ring : rings) {
      for (int i = 1; i < ring.size(); i++) {
        if (GreatCircles.cross(from, to, ring.get(i - 1), ring.get(i))) {
          return true;
        }
      }
    }
    return false;
  }
}
