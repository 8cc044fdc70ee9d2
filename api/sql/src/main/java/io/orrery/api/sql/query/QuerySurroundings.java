// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import io.orrery.query.function.Surroundings;
import io.orrery.query.spatial.Space;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.ThreadLocalRandom;

/// What functions of a query may know besides their arguments.
///
/// @param clock what time it is
/// @param started when the query began
/// @param space where shapes lie
public record QuerySurroundings(InstantSource clock, Instant started, Space space)
    implements Surroundings {

  /// Of a query that begins now.
  public static QuerySurroundings begin(InstantSource clock, Space space) {
    return new QuerySurroundings(clock, clock.instant(), space);
  }

  @Override
  public Instant now() {
    return clock.instant();
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
