// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.partition.PartitionView;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.partition.layout.Layout;
import java.util.Arrays;
import java.util.List;

/// Candidates of which each comes once: at the first of its entries. Whether an entry is the first
/// can be told from the item alone, so nothing has to be remembered from page to page.
final class FirstEntries implements Candidates {
  private final Candidates all;
  private final PartitionView view;
  private final List<TermRange> ranges;
  private final boolean forward;

  FirstEntries(Candidates all, PartitionView view, TermAccess terms) {
    this.all = all;
    this.view = view;
    this.ranges = terms.ranges();
    this.forward = terms.direction() == Direction.FORWARD;
  }

  @Override
  public boolean next() {
    while (all.next()) {
      if (isFirst()) {
        return true;
      }
    }
    return false;
  }

  private boolean isFirst() {
    byte[] current = all.position();
    KeyedItem item = all.item();
    for (byte[] key : view.settings().entries(item.key().encoded(), item.item(), view.id())) {
      byte[] term = Layout.relative(key);
      int order = Arrays.compareUnsigned(term, current);
      if ((forward ? order < 0 : order > 0)
          && ranges.stream().anyMatch(range -> range.contains(term))) {
        return false;
      }
    }
    return true;
  }

  @Override
  public KeyedItem item() {
    return all.item();
  }

  @Override
  public long rowsDone() {
    return all.rowsDone();
  }

  @Override
  public byte[] position() {
    return all.position();
  }

  @Override
  public void close() {
    all.close();
  }
}
