// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Direction;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.TermRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Entries of the index in one partition, in the order of their items' creation, one for each item.
/// However many they have become since that order was chosen, memory is bounded: a pass over all
/// keeps the first ones, and another finds the next.
final class CreationEntries implements EntrySource {
  /// So many entries are looked at whether a page needs them or not.
  static final int FEW = 256;

  private final FragmentView view;
  private final List<TermRange> ranges;
  private final ReadTask task;
  private @Nullable SortedRows<ItemKey> keys;
  private long after;

  CreationEntries(FragmentView view, TermAccess terms, ReadTask task, Start start) {
    this.view = view;
    this.ranges = terms.ranges();
    this.task = task;
    this.after = CreationOrder.after(start);
  }

  /// From the beginning; null if the entries are too many to sort.
  static @Nullable CreationEntries few(FragmentView view, TermAccess terms, ReadTask task) {
    CreationEntries entries = new CreationEntries(view, terms, task, Start.FIRST);
    entries.keys = entries.pass(FEW);
    return entries.keys == null ? null : entries;
  }

  @Override
  public List<Entry> take(int count) {
    List<Entry> entries = new ArrayList<>(count);
    while (entries.size() < count) {
      SortedRows<ItemKey> kept = keys;
      if (kept == null) {
        kept = pass(Long.MAX_VALUE);
        keys = kept;
      }
      Map.Entry<byte[], ItemKey> first = kept == null ? null : kept.takeFirst();
      if (first != null) {
        view.countEntry();
        entries.add(new Entry(first.getKey(), first.getValue()));
        after = CreationOrder.after(Start.behind(first.getKey()));
      } else if (kept == null || !kept.hasForgotten()) {
        return entries;
      } else {
        keys = null;
      }
    }
    return entries;
  }

  /// The first entries behind the last one; null if there are more than so many to look at.
  private @Nullable SortedRows<ItemKey> pass(long most) {
    SortedRows<ItemKey> kept = new SortedRows<>(FEW, Long.MAX_VALUE, task.budget());
    long looked = 0;
    for (TermRange range : ranges) {
      try (TermCursor cursor = view.view().terms(range, HashRange.FULL, Direction.FORWARD)) {
        while (cursor.next()) {
          task.context().checkpoint();
          if (++looked > most) {
            return null;
          }
          ItemKey key = cursor.itemKey();
          if (cursor.rid() > after && task.scope().includes(key)) {
            kept.put(CreationOrder.position(cursor.rid()), key, key.encoded().length);
          }
        }
      }
    }
    return kept;
  }

  @Override
  public void close() {
    if (keys != null) {
      keys.close();
    }
  }
}
