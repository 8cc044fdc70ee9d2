// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.partition.PartitionSettings;
import io.orrery.partition.PartitionView;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The entries of one partition, on their way into the merge of all. Used by one thread at a time.
final class IndexStream implements AutoCloseable {

  /// An entry whose item was not looked at yet.
  record Entry(byte[] term, ItemKey key) {}

  private final Route route;
  private final IndexScan scan;
  private final ArrayDeque<Entry> ready = new ArrayDeque<>();
  private @Nullable PartitionView view;
  private @Nullable TermCursor cursor;
  private boolean ended;

  /// Entries that were merged, and bytes of rows that went into the page.
  private long entries;

  private long bytes;

  IndexStream(Route route, IndexScan scan) {
    this.route = route;
    this.scan = scan;
  }

  Route route() {
    return route;
  }

  /// Fails with RANGE_GONE if the partition was split meanwhile.
  void open(TermRange terms, long nowMillis) {
    view = route.partition().view(nowMillis);
    cursor = view.terms(terms, scan.scope().hullIn(route.range()), scan.direction());
  }

  /// Whether entries have to be fetched before anybody can tell which comes next.
  boolean isStarved() {
    return ready.isEmpty() && !ended;
  }

  /// Fetches some entries, at least one if there is one.
  void fetch(int count, RequestContext context) {
    TermCursor source = Objects.requireNonNull(cursor);
    while (ready.size() < count) {
      context.throwIfDone();
      if (!source.next()) {
        ended = true;
        return;
      }
      ItemKey key = source.itemKey();
      if (scan.scope().includes(key)) {
        ready.add(new Entry(source.term(), key));
      }
    }
  }

  /// Whether this stream's next entry comes before the other's; one without any comes last.
  boolean isBefore(IndexStream other) {
    if (ready.isEmpty() || other.ready.isEmpty()) {
      return other.ready.isEmpty();
    }
    int order = Arrays.compareUnsigned(ready.getFirst().term(), other.ready.getFirst().term());
    return switch (scan.direction()) {
      case FORWARD -> order < 0;
      case REVERSE -> order > 0;
    };
  }

  @Nullable Entry next() {
    return ready.poll();
  }

  /// The rows of live items among the entries, in their places.
  List<Optional<IndexRow>> resolve(List<Entry> some) {
    PartitionView source = Objects.requireNonNull(view);
    List<Optional<IndexRow>> rows = new ArrayList<>(some.size());
    if (scan.keysOnly() && areAllAlive(source)) {
      some.forEach(e -> rows.add(Optional.of(new IndexRow(e.term(), e.key(), Optional.empty()))));
      return rows;
    }
    List<Optional<Item>> items =
        source.findAll(some.stream().map(Entry::key).toList(), Long.MAX_VALUE);
    for (int i = 0; i < some.size(); i++) {
      Entry entry = some.get(i);
      rows.add(
          items
              .get(i)
              .map(item -> scan.keysOnly() ? Optional.<Item>empty() : Optional.of(item))
              .map(item -> new IndexRow(entry.term(), entry.key(), item)));
    }
    return rows;
  }

  private static boolean areAllAlive(PartitionView view) {
    return view.settings().newest().ttlSeconds() == PartitionSettings.TTL_OFF
        && view.state().condemned().isEmpty();
  }

  void count(long rowBytes) {
    entries++;
    bytes += rowBytes;
  }

  long entries() {
    return entries;
  }

  long bytes() {
    return bytes;
  }

  /// The LSN the stream reads at; 0 if it could not be opened.
  long lsn() {
    return view == null ? 0 : view.state().lsn();
  }

  @Override
  public void close() {
    if (cursor != null) {
      cursor.close();
    }
    if (view != null) {
      view.close();
    }
  }
}
