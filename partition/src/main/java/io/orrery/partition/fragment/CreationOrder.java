// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Limits;
import io.orrery.model.container.Counters;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteReader;
import io.orrery.model.key.HashRange;
import io.orrery.partition.CountersCursor;
import java.nio.ByteBuffer;

/// The order of creation, which is that of the items' rids. No index has it, so it is sorted, and
/// so only where there is little to sort.
final class CreationOrder {
  /// For a page that needs no more than so many items of a large partition it is not worth a look
  /// how many there are.
  private static final int FEW = 32;

  private CreationOrder() {}

  /// Whether the items of a scope in one partition are few enough to read them all for one page:
  /// the whole partition is small, or the page is likely to need them all.
  static boolean isLittle(FragmentView view, ReadTask task) {
    Limits limits = task.limits();
    int most = limits.creationOrderItems();
    Counters all = view.view().state().counters();
    if (all.items() <= most && all.dataBytes() <= limits.pageBytes()) {
      return true;
    }
    if (task.wanted() <= FEW || task.scope().isAllOf(view.range())) {
      return false;
    }
    long few = Math.min(most, task.wanted());
    Counters selected = selected(view, task.scope(), few);
    return selected.items() <= few && selected.dataBytes() <= limits.pageBytes();
  }

  /// What a scope has in a partition; if that is more than so many items, nobody counts on.
  private static Counters selected(FragmentView view, ItemScope scope, long enough) {
    ItemKey key = scope.logicalPartition();
    if (key != null) {
      return view.view().counters(key);
    }
    Counters selected = Counters.ZERO;
    for (HashRange range : scope.ranges()) {
      if (view.range().overlaps(range)) {
        try (CountersCursor keys = view.view().logicalPartitions(range)) {
          while (selected.items() <= enough && keys.next()) {
            selected = selected.plus(keys.counters());
          }
        }
      }
    }
    return selected;
  }

  /// A rid as a position, in the order of the rids.
  static byte[] position(long rid) {
    return ByteBuffer.allocate(Long.BYTES).putLong(rid).array();
  }

  /// The rid behind which candidates begin; those with a lower one, or this one, are left out.
  static long after(Start start) {
    byte[] position = start.position();
    if (position == null) {
      return -1;
    }
    if (position.length != Long.BYTES) {
      throw Start.invalid();
    }
    long rid = new ByteReader(position).readLong();
    return start.inclusive() ? rid - 1 : rid;
  }
}
