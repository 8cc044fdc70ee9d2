// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import java.util.List;

/// Entries of the index in one partition, of which the first were read ahead to find out whether
/// they are few. If they are not, nothing was read in vain: they come first.
final class EntriesAhead implements EntrySource {
  private final FragmentView view;
  private final OrderedEntries rest;
  private final List<Entry> ahead;
  private int taken;

  EntriesAhead(FragmentView view, TermAccess terms, ReadTask task, int count) {
    this.view = view;
    this.rest = new OrderedEntries(view, terms, task, Start.FIRST);
    this.ahead = take(rest, count);
    // They are paid for when they are needed.
    view.countEntries(-ahead.size());
  }

  private static List<Entry> take(OrderedEntries entries, int count) {
    try {
      return entries.take(count);
    } catch (RuntimeException | Error e) {
      entries.close();
      throw e;
    }
  }

  /// Those that were read ahead.
  List<Entry> ahead() {
    return ahead;
  }

  @Override
  public List<Entry> take(int count) {
    if (taken == ahead.size()) {
      return rest.take(count);
    }
    List<Entry> entries = ahead.subList(taken, Math.min(ahead.size(), taken + count));
    taken += entries.size();
    view.countEntries(entries.size());
    return entries;
  }

  @Override
  public void close() {
    rest.close();
  }
}
