// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.query.function.Surroundings;
import java.time.Instant;

/// Surroundings in which nothing ever changes.
public record FixedSurroundings(Instant started, Instant now, double random)
    implements Surroundings {

  /// For queries that ask for none of these, or to which any answer will do.
  public static final FixedSurroundings ANY =
      new FixedSurroundings(Instant.EPOCH, Instant.EPOCH, 0.5);
}
