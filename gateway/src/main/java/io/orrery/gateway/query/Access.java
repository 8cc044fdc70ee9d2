// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.model.Direction;
import io.orrery.partition.indexing.TermRange;
import java.util.List;
import java.util.zip.CRC32C;

/// How the candidates of a query are found. Whichever way it is, every item that passes the filter
/// is among them, once.
sealed interface Access {

  /// All items of the scope, in ring order.
  enum Ring implements Access {
    RING
  }

  /// The items that the index has in some ranges, in the order of the ranges and of the terms in
  /// them.
  ///
  /// @param repeating whether an item may have several entries in the ranges
  record Terms(List<TermRange> ranges, Direction direction, boolean repeating) implements Access {
    public Terms {
      ranges = List.copyOf(ranges);
    }
  }

  /// The same for the same candidates in the same order, today and after a restart: positions mean
  /// nothing to any other.
  default int mark() {
    return switch (this) {
      case Ring _ -> 0;
      case Terms(List<TermRange> ranges, Direction direction, boolean _) -> {
        CRC32C sum = new CRC32C();
        for (TermRange range : ranges) {
          sum.update(range.from());
          sum.update(range.to());
        }
        sum.update(direction == Direction.FORWARD ? 0 : 1);
        yield (int) sum.getValue();
      }
    };
  }

  /// The candidates in some of the partitions.
  ///
  /// @param wanted how many the caller is likely to look at
  default Candidates open(List<ReadView> some, ReadViews views, Start start, long wanted) {
    return switch (this) {
      case Ring _ -> new RingCandidates(some, views.scope(), start, views.context());
      case Terms terms -> {
        TermCandidates candidates = new TermCandidates(some, terms, views, start, wanted);
        yield terms.repeating() ? new FirstEntries(candidates, some, terms.ranges()) : candidates;
      }
    };
  }
}
