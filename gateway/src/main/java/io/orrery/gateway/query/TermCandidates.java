// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.gateway.ReadViews;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.Direction;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.Counters;
import io.orrery.partition.layout.Item;
import io.orrery.partition.layout.ItemKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The items with entries in ranges of the index: range after range, within each in term order over
/// all partitions.
///
/// An item that has several entries in these ranges comes several times, unless the caller knows
/// that each has one.
final class TermCandidates implements Candidates {
  /// Items are read several at a time, at first as many as the page needs.
  private static final int READ_FIRST = 4;

  private static final int READ_MAX = 128;

  /// And no more of them than this, as far as can be told: many large items would not fit.
  private static final long READ_BYTES = 4L << 20;

  private record Entry(Stream stream, byte[] term, ItemKey key) {}

  private record Found(byte[] term, Row row) {}

  /// The entries of one partition in one range.
  private static final class Stream {
    private final ReadView view;
    private final TermCursor cursor;
    private byte @Nullable [] term;

    Stream(ReadView view, TermCursor cursor) {
      this.view = view;
      this.cursor = cursor;
    }

    boolean advance() {
      boolean more = cursor.next();
      term = more ? cursor.term() : null;
      return more;
    }
  }

  private final List<ReadView> views;
  private final Scope scope;
  private final Direction direction;
  private final RequestContext context;
  private final ArrayDeque<TermRange> ranges;
  private final List<Stream> streams = new ArrayList<>();
  private final ArrayDeque<Found> ready = new ArrayDeque<>();
  private int readMax;
  private int readCount;
  private @Nullable Found current;

  TermCandidates(
      List<ReadView> some, Access.Terms terms, ReadViews views, Start start, long wanted) {
    this.views = some;
    this.scope = views.scope();
    this.context = views.context();
    this.direction = terms.direction();
    this.readMax = readMax(some);
    this.readCount = Math.clamp(wanted, READ_FIRST, readMax);
    this.ranges = new ArrayDeque<>(rest(terms.ranges(), direction, start));
  }

  /// By the average size of the items.
  private static int readMax(List<ReadView> views) {
    Counters all = Counters.ZERO;
    for (ReadView view : views) {
      all = all.plus(view.view().state().counters());
    }
    return all.dataBytes() == 0
        ? READ_MAX
        : Math.clamp(READ_BYTES * all.items() / all.dataBytes(), READ_FIRST, READ_MAX);
  }

  /// What is left of the ranges from the start on, which may lie outside them: a query in the order
  /// of an index may go on with another filter.
  private static List<TermRange> rest(List<TermRange> ranges, Direction direction, Start start) {
    byte[] position = start.position();
    if (position == null) {
      return ranges;
    }
    List<TermRange> rest = new ArrayList<>(ranges.size());
    for (TermRange range : ranges) {
      TermRange left =
          start.inclusive()
              ? range.startingAt(position, direction)
              : range.behind(position, direction);
      if (!left.isEmpty()) {
        rest.add(left);
      }
    }
    return rest;
  }

  @Override
  public boolean next() {
    while (ready.isEmpty()) {
      context.throwIfDone();
      if (!(context.isMeasured() ? fillMeasured() : fill(entries(readCount)))) {
        return false;
      }
    }
    current = ready.remove();
    return true;
  }

  private boolean fill(List<Entry> entries) {
    read(entries);
    long bytes = 0;
    for (Found found : ready) {
      bytes += found.row().item().body().length;
    }
    if (bytes > READ_BYTES) {
      readMax = Math.clamp(READ_BYTES * ready.size() / bytes, READ_FIRST, readMax);
    }
    readCount = Math.min(readMax, readCount * 2);
    return !entries.isEmpty();
  }

  private boolean fillMeasured() {
    long start = context.nanos();
    List<Entry> entries = entries(readCount);
    long found = context.nanos();
    boolean filled = fill(entries);
    views.getFirst().countLookup(found - start);
    views.getFirst().countLoad(context.nanos() - found);
    return filled;
  }

  /// The next entries of all partitions in order.
  private List<Entry> entries(int count) {
    List<Entry> entries = new ArrayList<>(count);
    while (entries.size() < count && ensureStreams()) {
      Stream first = first();
      byte[] term = first.term;
      if (term == null) {
        throw new IllegalStateException("a stream at its end was not taken out");
      }
      first.view.countEntry();
      ItemKey key = first.cursor.itemKey();
      if (scope.includes(key)) {
        entries.add(new Entry(first, term, key));
      } else {
        context.throwIfDone();
      }
      if (!first.advance()) {
        streams.remove(first);
        first.cursor.close();
      }
    }
    return entries;
  }

  /// Opens the next range when one has ended; false when all have.
  private boolean ensureStreams() {
    while (streams.isEmpty()) {
      TermRange range = ranges.poll();
      if (range == null) {
        return false;
      }
      if (range.isEmpty()) {
        continue;
      }
      for (ReadView view : views) {
        open(view, range);
      }
    }
    return true;
  }

  private void open(ReadView view, TermRange range) {
    Stream stream =
        new Stream(view, view.view().terms(range, scope.hullIn(view.range()), direction));
    if (stream.advance()) {
      streams.add(stream);
    } else {
      stream.cursor.close();
    }
  }

  private Stream first() {
    Stream first = streams.getFirst();
    for (int i = 1; i < streams.size(); i++) {
      int order = Arrays.compareUnsigned(streams.get(i).term, first.term);
      if (direction == Direction.FORWARD ? order < 0 : order > 0) {
        first = streams.get(i);
      }
    }
    return first;
  }

  /// Reads the items of the entries, those of one partition together.
  private void read(List<Entry> entries) {
    @Nullable Found[] found = new @Nullable Found[entries.size()];
    for (ReadView view : views) {
      List<Integer> places = new ArrayList<>();
      List<ItemKey> keys = new ArrayList<>();
      for (int i = 0; i < entries.size(); i++) {
        if (entries.get(i).stream().view == view) {
          places.add(i);
          keys.add(entries.get(i).key());
        }
      }
      if (keys.isEmpty()) {
        continue;
      }
      List<Optional<Item>> items = view.view().findAll(keys);
      for (int i = 0; i < keys.size(); i++) {
        if (items.get(i).isPresent()) {
          Row row = new Row(keys.get(i), items.get(i).get());
          view.countItem(row.key(), row.item());
          found[places.get(i)] = new Found(entries.get(places.get(i)).term(), row);
        }
      }
    }
    for (Found each : found) {
      if (each != null) {
        ready.add(each);
      }
    }
  }

  private Found current() {
    if (current == null) {
      throw new IllegalStateException("there is no current item");
    }
    return current;
  }

  @Override
  public Row row() {
    return current().row();
  }

  @Override
  public byte[] position() {
    return current().term();
  }

  @Override
  public void close() {
    streams.forEach(stream -> stream.cursor.close());
    streams.clear();
  }
}
