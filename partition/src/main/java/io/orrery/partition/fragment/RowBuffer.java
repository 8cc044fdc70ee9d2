// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.plan.program.Budget;
import java.util.ArrayList;
import java.util.List;

/// The rows of a page in the making, up to what it may hold.
final class RowBuffer {
  private final FragmentBounds bounds;
  private final Budget budget;
  private final List<RowValue> rows = new ArrayList<>();
  private long bytes;
  private long skipped;

  RowBuffer(FragmentBounds bounds, Budget budget) {
    this.bounds = bounds;
    this.budget = budget;
  }

  /// Takes the next row; false if there is no room for it, and then it has to be the first of the
  /// next page.
  boolean offer(RowValue row) {
    if (skipped < bounds.skip()) {
      skipped++;
      return true;
    }
    long more = row.bytes();
    boolean first = rows.isEmpty() && bounds.first();
    if (rows.size() >= bounds.rows() || (!first && bytes + more > bounds.bytes())) {
      return false;
    }
    row.requireFit(bounds.rowBytes());
    budget.take(more);
    rows.add(row);
    bytes += more;
    return true;
  }

  boolean isFull() {
    return skipped >= bounds.skip() && (rows.size() >= bounds.rows() || bytes >= bounds.bytes());
  }

  List<RowValue> rows() {
    return rows;
  }

  long skipped() {
    return skipped;
  }
}
