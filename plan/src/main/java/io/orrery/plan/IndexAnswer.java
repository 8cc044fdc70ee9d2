// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.key.IndexPath;
import java.util.List;

/// An aggregate that an index may answer without the items.
public sealed interface IndexAnswer {

  /// How many items there are.
  enum Count implements IndexAnswer {
    COUNT
  }

  /// The item with the least or the greatest value at a path decides.
  record Extreme(List<IndexPath.Segment> path, boolean greatest) implements IndexAnswer {
    public Extreme {
      path = List.copyOf(path);
    }
  }
}
