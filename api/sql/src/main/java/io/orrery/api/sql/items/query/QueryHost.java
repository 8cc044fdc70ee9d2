// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.ShownItems;
import io.orrery.api.sql.query.QuerySurroundings;
import io.orrery.api.sql.scripts.ContainerFunctions;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.query.function.Surroundings;
import io.orrery.query.lower.SqlHost;
import io.orrery.query.spatial.Space;
import io.orrery.script.Scripts;
import java.time.Instant;
import java.time.InstantSource;

/// What queries of the SQL API find where a partition runs them.
///
/// @param clock what time it is there
public record QueryHost(Scripts scripts, InstantSource clock) implements SqlHost {

  @Override
  public ItemView items(byte[] encoded) {
    return ShownItems.decode(encoded);
  }

  @Override
  public UserFunctions functions(byte[] encoded) {
    return ContainerFunctions.decode(encoded, scripts);
  }

  @Override
  public Surroundings surroundings(Instant started, Space space) {
    return new QuerySurroundings(clock, started, space);
  }
}
