// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.throughput.RequestCharge;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Fills one page of an index scan from several partitions at once.
///
/// Each partition's entries come in term order; the merge takes the first of all, a handful at a
/// time, and only then has their items read, so that no partition reads items for rows that another
/// one's precede. Nothing outlives the page: the continuation is the last term.
final class IndexMerge implements AutoCloseable {
  /// A page ends after so many entries even if it has found no live item.
  private static final int ENTRIES_MAX = 10_000;

  private static final int FETCH_MIN = 8;
  private static final int FETCH_MAX = 256;

  /// Items are read a few at a time: how large they are turns out only then.
  private static final int RESOLVE_FIRST = 16;

  private static final int RESOLVE_MAX = 128;

  private record Pick(IndexStream stream, IndexStream.Entry entry) {}

  private final IndexScan scan;
  private final PageBuilder<IndexRow> page;
  private final RequestContext context;
  private final List<IndexStream> streams;
  private int entries;
  private byte @Nullable [] last;

  IndexMerge(
      IndexScan scan, List<Route> routes, PageBuilder<IndexRow> page, RequestContext context) {
    this.scan = scan;
    this.page = page;
    this.context = context;
    this.streams = routes.stream().map(route -> new IndexStream(route, scan)).toList();
  }

  /// Fails with RANGE_GONE if one of the partitions was split meanwhile; nothing was read then.
  void open(TermRange terms, long nowMillis) {
    run(streams, stream -> stream.open(terms, nowMillis));
  }

  /// Fills the page. Gives the term behind which to go on, null if there is no more.
  byte @Nullable [] fill() {
    while (entries < ENTRIES_MAX) {
      int fetch = fetchCount();
      run(
          streams.stream().filter(IndexStream::isStarved).toList(),
          stream -> stream.fetch(fetch, context));
      List<Pick> picks = pick(resolveCount());
      if (picks.isEmpty()) {
        return null;
      }
      if (!add(picks, resolve(picks))) {
        return last;
      }
    }
    return last;
  }

  /// What one partition will contribute to the page if all contribute alike.
  private int fetchCount() {
    int share = Math.ceilDiv(page.itemsMax() + 1, streams.size());
    return Math.clamp(share, FETCH_MIN, FETCH_MAX);
  }

  /// As many as the page is likely to have room for, and one to see whether more follow.
  private int resolveCount() {
    int wanted = page.itemsMax() - page.rows().size() + 1;
    if (page.isEmpty()) {
      return Math.min(wanted, RESOLVE_FIRST);
    }
    long average = Math.max(1, page.bytes() / page.rows().size());
    long room = page.bytesLeft() / average + 1;
    return (int) Math.min(wanted, Math.min(room, RESOLVE_MAX));
  }

  /// The next entries of all streams in order, up to where a stream has to fetch first.
  private List<Pick> pick(int count) {
    List<Pick> picks = new ArrayList<>(count);
    while (picks.size() < count) {
      IndexStream first = streams.getFirst();
      for (IndexStream stream : streams) {
        if (stream.isStarved()) {
          return picks;
        }
        if (stream.isBefore(first)) {
          first = stream;
        }
      }
      IndexStream.Entry entry = first.next();
      if (entry == null) {
        return picks;
      }
      picks.add(new Pick(first, entry));
    }
    return picks;
  }

  /// The rows of the picked entries that are alive, in their places.
  private List<Optional<IndexRow>> resolve(List<Pick> picks) {
    Map<IndexStream, List<Integer>> places = new LinkedHashMap<>();
    List<Optional<IndexRow>> rows = new ArrayList<>(picks.size());
    for (int i = 0; i < picks.size(); i++) {
      places.computeIfAbsent(picks.get(i).stream(), _ -> new ArrayList<>()).add(i);
      rows.add(Optional.empty());
    }
    List<IndexStream> involved = List.copyOf(places.keySet());
    run(
        involved,
        stream -> {
          // Each stream writes to places of its own.
          List<Integer> mine = places.getOrDefault(stream, List.of());
          var found = stream.resolve(mine.stream().map(i -> picks.get(i).entry()).toList());
          for (int i = 0; i < mine.size(); i++) {
            rows.set(mine.get(i), found.get(i));
          }
        });
    return rows;
  }

  /// False when the page is full; the entries from there on are left for the next one.
  private boolean add(List<Pick> picks, List<Optional<IndexRow>> rows) {
    for (int i = 0; i < picks.size(); i++) {
      Pick pick = picks.get(i);
      Optional<IndexRow> row = rows.get(i);
      long bytes = row.map(IndexMerge::bytes).orElse(0L);
      if (row.isPresent() && !page.offer(row.get(), bytes)) {
        return false;
      }
      pick.stream().count(bytes);
      entries++;
      last = pick.entry().term();
    }
    return true;
  }

  private static long bytes(IndexRow row) {
    return row.item()
        .map(item -> PageBuilder.bytes(row.key(), item))
        .orElse((long) row.key().encoded().length);
  }

  private void run(List<IndexStream> some, Consumer<IndexStream> task) {
    List<Runnable> tasks = new ArrayList<>(some.size());
    for (IndexStream stream : some) {
      tasks.add(() -> task.accept(stream));
    }
    FanOut.run(tasks, scan.parallelism());
  }

  /// Pays for what was read, whatever came of it.
  void spend(Admission admission) {
    for (IndexStream stream : streams) {
      RequestCharge charge = RequestCharge.scan(stream.entries(), stream.bytes());
      page.spend(admission, stream.route(), charge, stream.lsn(), context);
    }
  }

  @Override
  public void close() {
    streams.forEach(IndexStream::close);
  }
}
