// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.program.RowProgram;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Rows in the order of an index. They count as memory until whoever asked gives them back.
final class IndexOrderRows {
  private final FragmentRun run;
  private final RowProgram.Run program;
  private final List<KeyedRow> rows = new ArrayList<>();
  private final long rowsMax;
  private long bytes;
  private @Nullable Start stopped;

  IndexOrderRows(FragmentRun run) {
    this.run = run;
    this.program = run.program();
    this.rowsMax = run.bounds().rows() + (run.bounds().lookAhead() ? 1 : 0);
  }

  FragmentPage page(Start start) {
    try (Candidates candidates = run.access().open(start)) {
      Start rest = fill(candidates);
      return new FragmentPage.Ordered(rows, rest, run.view().usage());
    }
  }

  private @Nullable Start fill(Candidates candidates) {
    FragmentBounds bounds = run.bounds();
    int lookedAhead = 0;
    while (candidates.next()) {
      if (!rows(candidates)) {
        return stopped;
      }
      boolean full = rows.size() >= bounds.rows() || bytes >= bounds.bytes();
      if (full) {
        lookedAhead++;
      }
      boolean seen = rows.size() >= rowsMax || lookedAhead > StreamRows.LOOK_AHEAD;
      if ((full && (seen || !bounds.lookAhead())) || run.isOver()) {
        return candidates.behind();
      }
    }
    return null;
  }

  /// Takes the rows of an item; false if there is no room for all. One more than asked for tells
  /// that there is another page.
  private boolean rows(Candidates candidates) {
    KeyedItem item = candidates.item();
    byte[] key = candidates.position();
    long skip = candidates.rowsDone();
    return program.rows(
        item.item(),
        row -> {
          if (row.ordinal() < skip) {
            return true;
          }
          if (rows.size() >= rowsMax || (bytes >= run.bounds().bytes() && !rows.isEmpty())) {
            stopped = Start.at(key, row.ordinal());
            return false;
          }
          RowValue value = run.value(item, row);
          if (value != null) {
            add(key, row.ordinal(), value);
          }
          return true;
        });
  }

  private void add(byte[] key, long ordinal, RowValue value) {
    long size = value.bytes();
    value.requireFit(run.bounds().rowBytes());
    run.budget().take(size);
    rows.add(new KeyedRow(key, ordinal, value));
    bytes += size;
  }
}
