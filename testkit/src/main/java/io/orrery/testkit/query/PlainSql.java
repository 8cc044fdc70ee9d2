// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.plan.program.Languages;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.query.function.Surroundings;
import io.orrery.query.lower.SqlHost;
import io.orrery.query.lower.SqlLanguage;
import io.orrery.query.spatial.Space;
import java.time.Instant;
import java.util.List;

/// SQL over the bodies of items, without functions of users, at a time that stands still.
public enum PlainSql implements SqlHost {
  HOST;

  /// What partitions know of it.
  public static final Languages LANGUAGES = new Languages(List.of(new SqlLanguage(HOST)));

  @Override
  public ItemView items(byte[] encoded) {
    return ItemView.BODIES;
  }

  @Override
  public UserFunctions functions(byte[] encoded) {
    return UserFunctions.NONE;
  }

  @Override
  public Surroundings surroundings(Instant started, Space space) {
    return FixedSurroundings.ANY;
  }
}
