// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.lower;

import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.UserFunctions;
import io.orrery.query.function.Surroundings;
import io.orrery.query.spatial.Space;
import java.time.Instant;

/// What code of this language finds where it arrives, besides itself.
public interface SqlHost {

  /// The view that [ItemView#encoded] tells of.
  ItemView items(byte[] encoded);

  /// The functions that [UserFunctions#encoded] tells of.
  UserFunctions functions(byte[] encoded);

  /// What functions know of the world outside the query.
  ///
  /// @param started when the query began
  /// @param space where shapes lie
  Surroundings surroundings(Instant started, Space space);
}
