// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import io.orrery.query.function.Surroundings;
import io.orrery.query.spatial.Geography;
import io.orrery.query.spatial.Space;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/// What functions of a query may know besides their arguments.
///
/// @param started when the request came
/// @param space where shapes lie
public record QuerySurroundings(Instant started, Space space) implements Surroundings {

  /// Of a query on things that have no place.
  public QuerySurroundings(Instant started) {
    this(started, Geography.EARTH);
  }

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
