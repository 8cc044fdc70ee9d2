// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import java.util.List;
import java.util.function.DoubleUnaryOperator;

/// The earth as WGS 84 has it: distances along shortest ways, and areas, in metres.
final class Ellipsoid {
  private static final double EQUATOR_RADIUS = 6_378_137;
  private static final double FLATTENING = 1 / 298.257223563;
  private static final double POLE_RADIUS = EQUATOR_RADIUS * (1 - FLATTENING);
  private static final double ECCENTRICITY_SQUARED = FLATTENING * (2 - FLATTENING);
  private static final double ECCENTRICITY = Math.sqrt(ECCENTRICITY_SQUARED);

  private static final int ITERATIONS_MAX = 200;
  private static final double CONVERGED = 1e-13;

  /// Radians; a good two degrees short of opposite.
  private static final double ALMOST_OPPOSITE = 3.1;

  private static final int DIRECTIONS = 64;
  private static final double DIRECTION_STEP_MIN = 1e-7;

  private static final double POLE_ZONE = zone(1);

  /// Of the sphere with the same surface.
  private static final double AREA_RADIUS = EQUATOR_RADIUS * Math.sqrt(POLE_ZONE / 2);

  static final double SURFACE = 4 * Math.PI * AREA_RADIUS * AREA_RADIUS;

  private Ellipsoid() {}

  /// By Vincenty's inverse formula, which does not converge for places almost opposite each other.
  static double distance(Position from, Position to) {
    return Vector.of(from).angle(Vector.of(to)) > ALMOST_OPPOSITE
        ? distanceThroughMiddle(from, to)
        : directDistance(from, to);
  }

  /// Whichever way leads to the other side, it crosses the circle half-way: the shortest is the one
  /// that crosses it at the best place. A coarse search finds the neighbourhood, halving the rest.
  private static double distanceThroughMiddle(Position from, Position to) {
    Vector start = Vector.of(from);
    Vector pole = Math.abs(start.z()) < 0.9 ? new Vector(0, 0, 1) : new Vector(1, 0, 0);
    Vector east = pole.cross(start).unit();
    Vector north = start.cross(east);
    DoubleUnaryOperator through =
        direction -> {
          Vector middle = east.times(Math.cos(direction)).plus(north.times(Math.sin(direction)));
          Position crossing = middle.position();
          return directDistance(from, crossing) + directDistance(crossing, to);
        };
    double best = 0;
    for (int i = 1; i < DIRECTIONS; i++) {
      double direction = 2 * Math.PI * i / DIRECTIONS;
      best = through.applyAsDouble(direction) < through.applyAsDouble(best) ? direction : best;
    }
    for (double step = 2 * Math.PI / DIRECTIONS; step > DIRECTION_STEP_MIN; step /= 2) {
      for (double direction : new double[] {best - step, best + step}) {
        best = through.applyAsDouble(direction) < through.applyAsDouble(best) ? direction : best;
      }
    }
    return through.applyAsDouble(best);
  }

  private static double directDistance(Position from, Position to) {
    double reducedFrom = reduced(from);
    double reducedTo = reduced(to);
    double difference =
        Math.IEEEremainder(Math.toRadians(to.longitude() - from.longitude()), 2 * Math.PI);
    double lambda = difference;
    Inverse step = new Inverse(reducedFrom, reducedTo, lambda);
    for (int i = 0; i < ITERATIONS_MAX; i++) {
      double next = difference + step.correction();
      if (Math.abs(next - lambda) < CONVERGED) {
        break;
      }
      lambda = next;
      step = new Inverse(reducedFrom, reducedTo, lambda);
    }
    return step.distance();
  }

  private static double reduced(Position position) {
    return Math.atan((1 - FLATTENING) * Math.tan(Math.toRadians(position.latitude())));
  }

  /// One iteration, with the names of Vincenty's paper: sigma is the angle between the places on
  /// the auxiliary sphere, alpha the direction at the equator, m the middle of the way.
  private record Inverse(
      double sinSigma, double cosSigma, double sinAlpha, double cosSquaredAlpha, double cos2m) {

    Inverse(double reducedFrom, double reducedTo, double lambda) {
      double sinFrom = Math.sin(reducedFrom);
      double cosFrom = Math.cos(reducedFrom);
      double sinTo = Math.sin(reducedTo);
      double cosTo = Math.cos(reducedTo);
      double sinSigma =
          Math.hypot(
              cosTo * Math.sin(lambda), cosFrom * sinTo - sinFrom * cosTo * Math.cos(lambda));
      double cosSigma = sinFrom * sinTo + cosFrom * cosTo * Math.cos(lambda);
      double sinAlpha = sinSigma == 0 ? 0 : cosFrom * cosTo * Math.sin(lambda) / sinSigma;
      double cosSquaredAlpha = 1 - sinAlpha * sinAlpha;
      // On the equator there is no middle to speak of.
      double cos2m = cosSquaredAlpha == 0 ? 0 : cosSigma - 2 * sinFrom * sinTo / cosSquaredAlpha;
      this(sinSigma, cosSigma, sinAlpha, cosSquaredAlpha, cos2m);
    }

    private double sigma() {
      return Math.atan2(sinSigma, cosSigma);
    }

    double correction() {
      double c = FLATTENING / 16 * cosSquaredAlpha * (4 + FLATTENING * (4 - 3 * cosSquaredAlpha));
      return (1 - c)
          * FLATTENING
          * sinAlpha
          * (sigma() + c * sinSigma * (cos2m + c * cosSigma * (2 * cos2m * cos2m - 1)));
    }

    double distance() {
      double u =
          cosSquaredAlpha * (EQUATOR_RADIUS * EQUATOR_RADIUS / (POLE_RADIUS * POLE_RADIUS) - 1);
      double a = 1 + u / 16384 * (4096 + u * (u * (320 - 175 * u) - 768));
      double b = u / 1024 * (256 + u * (u * (74 - 47 * u) - 128));
      double third = b / 6 * cos2m * (4 * sinSigma * sinSigma - 3) * (4 * cos2m * cos2m - 3);
      double delta = b * sinSigma * (cos2m + b / 4 * (cosSigma * (2 * cos2m * cos2m - 1) - third));
      return POLE_RADIUS * a * (sigma() - delta);
    }
  }

  /// What a ring encloses, on the side where it is smaller: the sum of what lies between each edge
  /// and the equator, on the sphere with the same surface.
  static double area(List<Position> ring) {
    double sum = 0;
    double turned = 0;
    for (int i = 0; i + 1 < ring.size(); i++) {
      double width = Math.toRadians(ring.get(i + 1).longitude() - ring.get(i).longitude());
      double shortest = Math.IEEEremainder(width, 2 * Math.PI);
      double from = Math.tan(equalArea(ring.get(i)) / 2);
      double to = Math.tan(equalArea(ring.get(i + 1)) / 2);
      sum += 2 * Math.atan2(Math.tan(shortest / 2) * (from + to), 1 + from * to);
      turned += shortest;
    }
    // Around a pole, the sum is what lies between the ring and the equator.
    double angle = Math.abs(turned) > Math.PI ? 2 * Math.PI - Math.abs(sum) : Math.abs(sum);
    return angle * AREA_RADIUS * AREA_RADIUS;
  }

  /// The latitude that has as much surface below it on the sphere.
  private static double equalArea(Position position) {
    double ratio = zone(Math.sin(Math.toRadians(position.latitude()))) / POLE_ZONE;
    return Math.asin(Math.clamp(ratio, -1, 1));
  }

  /// Proportional to the surface from the equator to a latitude, given by its sine.
  private static double zone(double sine) {
    double inner = ECCENTRICITY * sine;
    return (1 - ECCENTRICITY_SQUARED)
        * (sine / (1 - inner * inner) - Math.log((1 - inner) / (1 + inner)) / (2 * ECCENTRICITY));
  }
}
