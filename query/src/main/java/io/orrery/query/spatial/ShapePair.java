// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.spatial;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;

/// Two shapes on one plane, or on one each if they are so far apart that they cannot touch.
record ShapePair(Region first, Region second, boolean apart) {

  static ShapePair of(Shape first, Shape second) {
    Cap firstCap = Cap.around(first);
    Cap secondCap = Cap.around(second);
    if (firstCap.isApartFrom(secondCap)) {
      return new ShapePair(
          new GnomonicPlane(firstCap).region(first),
          new GnomonicPlane(secondCap).region(second),
          true);
    }
    Cap both = firstCap.with(secondCap);
    if (both.radius() > GnomonicPlane.RADIUS_MAX) {
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          "Comparing two shapes that together reach around half the earth is not supported.");
    }
    GnomonicPlane plane = new GnomonicPlane(both);
    return new ShapePair(plane.region(first), plane.region(second), false);
  }

  boolean isFirstWithinSecond() {
    return apart ? !first.inverted() && second.inverted() : first.isWithin(second);
  }

  boolean isIntersecting() {
    return apart ? first.inverted() || second.inverted() : first.intersects(second);
  }
}
