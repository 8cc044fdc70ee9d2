// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// What the partitions of a container spent and held over time.
///
/// @param from where the first column begins
public record HeatMap(Instant from, Duration step, List<Row> rows) {

  /// One partition.
  ///
  /// @param cells one for each column; null where nothing is known
  public record Row(int ordinal, List<@Nullable HeatCell> cells) {}
}
