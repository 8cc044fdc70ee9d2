// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.Row;
import io.orrery.partition.PartitionView;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Layout;
import java.util.Arrays;
import java.util.List;

/// Candidates of which each comes once: at the first of its entries. Whether an entry is the first
/// can be told from the item alone, so nothing has to be remembered from page to page.
final class FirstEntries implements Candidates {
  private final Candidates all;
  private final List<ReadView> views;
  private final List<TermRange> ranges;

  /// @param ranges ascending, read forwards
  FirstEntries(Candidates all, List<ReadView> views, List<TermRange> ranges) {
    this.all = all;
    this.views = views;
    this.ranges = ranges;
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
    Row row = all.row();
    PartitionView view = view(row);
    for (byte[] key : view.settings().entries(row.key().encoded(), row.item(), view.id())) {
      byte[] term = Layout.relative(key);
      if (Arrays.compareUnsigned(term, current) < 0
          && ranges.stream().anyMatch(range -> range.contains(term))) {
        return false;
      }
    }
    return true;
  }

  private PartitionView view(Row row) {
    for (ReadView view : views) {
      if (Layout.isInside(row.key().encoded(), view.range())) {
        return view.view();
      }
    }
    throw new IllegalStateException("an item lies in none of the partitions read");
  }

  @Override
  public Row row() {
    return all.row();
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
