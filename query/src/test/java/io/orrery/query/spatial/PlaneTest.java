// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PlaneTest {
  private static final Space PLANE = Plane.EUCLIDEAN;
  private static final Shape ORIGIN = point(0, 0);

  private static final Shape.Polygon SQUARE =
      polygon(1000, 1000, 2000, 1000, 2000, 2000, 1000, 2000);

  private static final Shape.Polygon CLOCKWISE =
      polygon(1000, 1000, 1000, 2000, 2000, 2000, 2000, 1000);

  private static Shape point(double x, double y) {
    return new Shape.Point(new Position(x, y));
  }

  private static Shape.Polygon polygon(double... coordinates) {
    List<Position> ring = new ArrayList<>();
    for (int i = 0; i < coordinates.length; i += 2) {
      ring.add(new Position(coordinates[i], coordinates[i + 1]));
    }
    ring.add(ring.getFirst());
    return new Shape.Polygon(List.of(ring));
  }

  @Test
  void distancesAreStraight() {
    assertThat(PLANE.distance(ORIGIN, point(-300, 400))).isEqualTo(500);
    assertThat(PLANE.distance(point(1500, 0), SQUARE)).isEqualTo(1000);
    assertThat(PLANE.distance(point(1500, 1500), SQUARE)).isZero();
  }

  @Test
  void outlinesMayRunEitherWay() {
    for (Shape square : List.of(SQUARE, CLOCKWISE)) {
      assertThat(PLANE.area(square)).isEqualTo(1_000_000);
      assertThat(PLANE.within(point(1500, 1500), square)).isTrue();
      assertThat(PLANE.within(ORIGIN, square)).isFalse();
      assertThat(PLANE.intersects(square, polygon(0, 0, 1500, 0, 1500, 1500, 0, 1500))).isTrue();
      assertThat(PLANE.intersects(square, polygon(0, 0, 1, 0, 1, 1, 0, 1))).isFalse();
    }
  }

  @Test
  void polygonsTakeTheirPartsTogether() {
    Shape both = new Shape.MultiPolygon(List.of(SQUARE, polygon(0, 0, 1, 0, 0, 1)));
    assertThat(PLANE.area(both)).isEqualTo(1_000_000.5);
    assertThat(PLANE.within(point(1500, 1500), both)).isTrue();
    assertThat(PLANE.flaw(both)).isNull();
  }

  @Test
  void anyFinitePositionIsOne() {
    assertThat(PLANE.flaw(new Position(1e9, -1e9))).isNull();
    assertThat(PLANE.flaw(new Position(Double.NaN, 0))).isNotNull();
    assertThat(PLANE.flaw(new Position(0, Double.POSITIVE_INFINITY))).isNotNull();
    assertThat(PLANE.flaw(ORIGIN)).isNull();
    assertThat(PLANE.flaw(polygon(0, 0, 2, 2, 2, 0, 0, 2))).contains("neither cross themselves");
  }
}
