// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.partition.TermCursor;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// All entries of the index that a query has in one partition, at most [CreationEntries#FEW]: in
/// the order of their items' creation, one for each item.
final class FewEntries implements EntrySource {
  private record Numbered(long rid, Entry entry) {}

  private final FragmentView view;
  private final List<Entry> entries;
  private int taken;

  /// @param found as they lie in the index
  FewEntries(FragmentView view, List<Entry> found) {
    this.view = view;
    this.entries = new ArrayList<>(found.size());
    List<Numbered> numbered = new ArrayList<>(found.size());
    for (Entry entry : found) {
      numbered.add(new Numbered(TermCursor.rid(entry.position()), entry));
    }
    numbered.sort(Comparator.comparingLong(Numbered::rid));
    long last = -1;
    for (Numbered next : numbered) {
      if (next.rid() != last) {
        last = next.rid();
        entries.add(new Entry(CreationOrder.position(last), next.entry().key()));
      }
    }
  }

  @Override
  public List<Entry> take(int count) {
    List<Entry> next = entries.subList(taken, Math.min(entries.size(), taken + count));
    taken += next.size();
    view.countEntries(next.size());
    return next;
  }

  @Override
  public void close() {}
}
