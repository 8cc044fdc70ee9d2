// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.containers;

import io.orrery.model.container.CompositeIndex;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The ids of a container's composite indexes. The store names them by id, so one that stays keeps
/// its id, and none is given to another.
///
/// @param next what the next new one gets
record CompositeIds(List<CompositeIndex> composites, int next) {
  static final CompositeIds NONE = new CompositeIds(List.of(), 0);

  /// The indexes that are wanted now. One that is given twice counts once.
  CompositeIds assign(List<List<CompositeIndex.Part>> wanted) {
    List<CompositeIndex> assigned = new ArrayList<>();
    int id = next;
    for (List<CompositeIndex.Part> parts : wanted.stream().distinct().toList()) {
      Optional<CompositeIndex> known =
          composites.stream().filter(each -> each.parts().equals(parts)).findFirst();
      assigned.add(known.isPresent() ? known.get() : new CompositeIndex(id++, parts));
    }
    return new CompositeIds(assigned, id);
  }
}
