// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.key.HashRange;
import io.orrery.partition.PartitionView;
import io.orrery.partition.indexing.TermForm;
import io.orrery.partition.layout.KeyedItem;

/// A partition in one state, and what fragments have read of it. Used by one thread at a time.
public final class FragmentView {
  private final PartitionView view;
  private long entries;
  private long items;
  private long bytes;
  private long lookupNanos;
  private long loadNanos;
  private FragmentUsage before = FragmentUsage.NONE;

  public FragmentView(PartitionView view) {
    this.view = view;
  }

  public PartitionView view() {
    return view;
  }

  HashRange range() {
    return view.state().range();
  }

  /// The form of values in index terms and sort keys.
  ///
  /// @param bytesMax how much of a value they hold
  TermForm form(int bytesMax) {
    return new TermForm(view.settings().newest().indexing().order(), bytesMax);
  }

  /// Counts an entry of the index, or an item that was walked over.
  void countEntry() {
    entries++;
  }

  /// Counts several entries of the index.
  void countEntries(long count) {
    entries += count;
  }

  /// Counts an item that was read.
  void countItem(KeyedItem item) {
    items++;
    bytes += item.bytes();
  }

  /// An item that was read comes again on another page, and is paid for there.
  void uncount(KeyedItem item) {
    entries--;
    items--;
    bytes -= item.bytes();
  }

  /// Adds to the time that was spent in the index.
  void countLookup(long nanos) {
    lookupNanos += nanos;
  }

  /// Adds to the time that reading items took.
  void countLoad(long nanos) {
    loadNanos += nanos;
  }

  /// Another fragment begins to read.
  void begin() {
    before = total();
  }

  /// What the present fragment has done.
  FragmentUsage usage() {
    return total().minus(before);
  }

  /// What all fragments have done.
  public FragmentUsage total() {
    return new FragmentUsage(entries, items, bytes, lookupNanos, loadNanos);
  }
}
