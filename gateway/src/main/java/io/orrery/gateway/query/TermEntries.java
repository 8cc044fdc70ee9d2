// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadView;
import io.orrery.model.Direction;
import io.orrery.partition.TermCursor;
import io.orrery.partition.indexing.TermRange;
import io.orrery.partition.layout.ItemKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Entries of the index range after range, within each in term order over some partitions.
final class TermEntries implements EntrySource {

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
  private final ReadTask task;
  private final Direction direction;
  private final ArrayDeque<TermRange> ranges;
  private final List<Stream> streams = new ArrayList<>();

  TermEntries(List<ReadView> views, Access.Terms terms, ReadTask task, Start start) {
    this.views = views;
    this.task = task;
    this.direction = terms.direction();
    this.ranges = new ArrayDeque<>(rest(terms.ranges(), direction, start));
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
  public List<Entry> take(int count) {
    List<Entry> entries = new ArrayList<>();
    while (entries.size() < count && ensureStreams()) {
      Stream first = first();
      byte[] term = first.term;
      if (term == null) {
        throw new IllegalStateException("a stream at its end was not taken out");
      }
      first.view.countEntry();
      ItemKey key = first.cursor.itemKey();
      if (task.scope().includes(key)) {
        entries.add(new Entry(first.view, term, key));
      } else {
        task.context().throwIfDone();
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
        new Stream(view, view.view().terms(range, task.scope().hullIn(view.range()), direction));
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

  @Override
  public void close() {
    streams.forEach(stream -> stream.cursor.close());
    streams.clear();
  }
}
