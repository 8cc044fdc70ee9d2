// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.key.IndexPath;
import io.orrery.plan.access.AccessPath;
import java.util.List;

/// What planning asks about the data. The answer is a number.
public sealed interface Estimate {

  /// How many entries of the index an access path reads; nobody counts beyond `enough`.
  record Entries(AccessPath path, int termBytesMax, long enough) implements Estimate {
    public Entries {
      if (!(path instanceof AccessPath.IndexRanges || path instanceof AccessPath.DeclaredRanges)) {
        throw new IllegalArgumentException("entries are counted of ranges of an index only");
      }
    }
  }

  /// 1 if an item has several entries in a declared index, 0 if none has.
  record Multiple(int index) implements Estimate {}

  /// How many items a scope has; whoever has counted `enough` stops.
  record Items(ItemScope scope, long enough) implements Estimate {}

  /// 1 if every item has a value at a path that goes through no array, 0 if not.
  record Presence(List<IndexPath.Segment> path) implements Estimate {
    public Presence {
      path = List.copyOf(path);
    }
  }
}
