// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.model.container.ChangedItem;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.key.HashRange;
import java.util.List;

/// Some changes, and where the next ones will be. A feed has no end, so there is always a
/// continuation.
///
/// @param positions how far the feed has been read in each part of its scope, in ring order: what
///   the continuation says
/// @param more whether further changes are there already
public record ChangePage(
    List<ChangedItem> changes,
    String continuation,
    List<Position> positions,
    boolean more,
    RequestCharge charge,
    SessionToken session) {

  /// All changes in the range up to the LSN have been read.
  public record Position(HashRange range, long lsn) {}

  public ChangePage {
    changes = List.copyOf(changes);
    positions = List.copyOf(positions);
  }
}
