// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.query.function.Surroundings;
import io.orrery.query.spatial.Space;
import java.time.Instant;

/// There is no time and no chance before a query runs.
///
/// @param space where shapes lie
public record Timeless(Space space) implements Surroundings {
  @Override
  public Instant started() {
    throw unknown();
  }

  @Override
  public Instant now() {
    throw unknown();
  }

  @Override
  public double random() {
    throw unknown();
  }

  private static OrreryException unknown() {
    return new OrreryException(ErrorCode.NOT_SUPPORTED, "This is known when the query runs.");
  }
}
