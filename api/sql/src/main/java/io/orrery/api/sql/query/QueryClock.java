// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import io.orrery.query.function.Surroundings;
import java.time.Instant;
import java.util.concurrent.ThreadLocalRandom;

/// What functions of a query may know besides their arguments.
///
/// @param started when the request came
public record QueryClock(Instant started) implements Surroundings {

  @Override
  public Instant now() {
    return Instant.now();
  }

  @Override
  public double random() {
    return ThreadLocalRandom.current().nextDouble();
  }
}
