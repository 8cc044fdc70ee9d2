// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.key.HashRange;
import io.orrery.partition.PartitionView;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;

/// One partition in one state, and what a request has read of it. Used by one thread at a time.
public final class ReadView implements AutoCloseable {
  private final Route route;
  private final PartitionView view;
  private boolean visited;
  private long entries;
  private long items;
  private long bytes;
  private long lookupNanos;
  private long loadNanos;

  ReadView(Route route, PartitionView view) {
    this.route = route;
    this.view = view;
  }

  Route route() {
    return route;
  }

  public int ordinal() {
    return route.ordinal();
  }

  public HashRange range() {
    return route.range();
  }

  public PartitionView view() {
    return view;
  }

  /// Counts an entry of the index, or an item that was walked over.
  public void countEntry() {
    entries++;
  }

  /// Counts several entries of the index.
  public void countEntries(long count) {
    entries += count;
  }

  /// Counts an item that was read.
  public void countItem(ItemKey key, Item item) {
    items++;
    bytes += PageBuilder.bytes(key, item);
  }

  /// Adds to the time that was spent in the index.
  public void countLookup(long nanos) {
    lookupNanos += nanos;
  }

  /// Adds to the time that reading items took.
  public void countLoad(long nanos) {
    loadNanos += nanos;
  }

  /// A request looks here for the first time, whether it finds something or not.
  public void visit() {
    visited = true;
  }

  /// Whether there is something to pay for.
  boolean wasVisited() {
    return visited || entries > 0 || bytes > 0;
  }

  /// How many entries of the index, or items, were walked over.
  public long entries() {
    return entries;
  }

  /// How many items were read.
  public long items() {
    return items;
  }

  /// How large these were.
  public long bytes() {
    return bytes;
  }

  /// How long was spent in the index; 0 unless the request is measured.
  public long lookupNanos() {
    return lookupNanos;
  }

  /// How long reading items took; 0 unless the request is measured.
  public long loadNanos() {
    return loadNanos;
  }

  @Override
  public void close() {
    view.close();
  }
}
