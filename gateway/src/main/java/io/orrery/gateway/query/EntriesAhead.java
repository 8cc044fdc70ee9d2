// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;

/// Entries of the index in one partition, of which the first were read ahead to find out whether
/// they are few. If they are not, nothing was read in vain: they come first.
final class EntriesAhead implements EntrySource {
  private final ReadView view;
  private final TermEntries rest;
  private final ArrayDeque<Entry> ahead;

  EntriesAhead(ReadView view, Access.Terms terms, ReadTask task, int count) {
    this.view = view;
    this.rest = new TermEntries(List.of(view), terms, task, Start.FIRST);
    this.ahead = new ArrayDeque<>(take(rest, count));
    // They are paid for when they are needed.
    view.countEntries(-ahead.size());
  }

  private static List<Entry> take(TermEntries entries, int count) {
    try {
      return entries.take(count);
    } catch (RuntimeException | Error e) {
      entries.close();
      throw e;
    }
  }

  /// Those that were read ahead.
  List<Entry> ahead() {
    return List.copyOf(ahead);
  }

  @Override
  public List<Entry> take(int count) {
    if (ahead.isEmpty()) {
      return rest.take(count);
    }
    List<Entry> entries = new ArrayList<>(count);
    while (entries.size() < count && !ahead.isEmpty()) {
      view.countEntry();
      entries.add(ahead.remove());
    }
    return entries;
  }

  @Override
  public void close() {
    rest.close();
  }
}
