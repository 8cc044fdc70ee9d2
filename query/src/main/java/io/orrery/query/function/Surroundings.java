// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.query.spatial.Geography;
import io.orrery.query.spatial.Space;
import java.time.Instant;

/// What a function may know besides its arguments.
public interface Surroundings {

  /// When the query began, the same for all its items: the time of the `…Static` functions.
  Instant started();

  Instant now();

  /// From 0 (inclusive) to 1 (exclusive), another one for each call.
  double random();

  /// Where shapes lie.
  default Space space() {
    return Geography.EARTH;
  }
}
