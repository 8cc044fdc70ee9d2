// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.partition.fragment.FragmentBounds;
import io.orrery.partition.fragment.FragmentPage;
import io.orrery.partition.fragment.RowValue;
import io.orrery.plan.Pipeline;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The rows of a page in the making, out of all the rows the query has: those in its window, up to
/// what a page may hold. Whoever made the rows has accounted for them.
final class Output {
  private final long offset;
  private final long limit;
  private final PageSize size;

  /// Gets the rows whenever the page is full, which is then begun anew; null if they are the page.
  private final @Nullable Consumer<Output> taker;

  private final List<Result> rows = new ArrayList<>();
  private long bytes;
  private long skipped;
  private long returned;

  /// @param offset how many of the query's rows are left out in front
  /// @param limit how many are wanted behind these
  Output(long offset, long limit, PageSize size, Progress progress) {
    this(offset, limit, size, progress, null);
  }

  private Output(
      long offset, long limit, PageSize size, Progress progress, @Nullable Consumer<Output> taker) {
    this.offset = offset;
    this.limit = limit;
    this.size = size;
    this.taker = taker;
    this.skipped = progress.skipped();
    this.returned = progress.returned();
  }

  /// The rows in the window of a pipeline.
  static Output of(Pipeline pipeline, PageSize size, Progress progress) {
    return new Output(pipeline.offset(), pipeline.count(), size, progress);
  }

  /// The same for somebody who wants all of them, a page at a time: stages that have them in an
  /// order go on behind a full page, instead of finding their place once more.
  ///
  /// @param taker gets every page, except that the last is to be taken by whoever made this
  static Output handedOn(
      Pipeline pipeline, PageSize size, Progress progress, Consumer<Output> taker) {
    return new Output(pipeline.offset(), pipeline.count(), size, progress, taker);
  }

  /// Takes the query's next row; false if there is no room for it in this page, and then it has to
  /// be the first of the next one.
  boolean offer(RowValue row) {
    if (skipped < offset) {
      skipped++;
      return true;
    }
    long more = row.bytes();
    if (!rows.isEmpty() && (rows.size() >= size.rows() || bytes + more > size.bytes())) {
      if (taker == null) {
        return false;
      }
      taker.accept(this);
      rows.clear();
      bytes = 0;
    }
    add(row, more);
    return true;
  }

  private void add(RowValue row, long more) {
    rows.add(result(row));
    bytes += more;
    returned++;
  }

  private static Result result(RowValue row) {
    return switch (row) {
      case RowValue.Stored(var item) -> new Result.Whole(new Row(item.key(), item.item()));
      case RowValue.Computed(var value) -> new Result.Computed(value);
      case RowValue.Partial _ -> throw new IllegalStateException("a group is no row yet");
    };
  }

  /// Takes what a partition made for [#bounds].
  void addAll(FragmentPage.Streamed page) {
    skipped += page.skipped();
    for (RowValue row : page.rows()) {
      add(row, row.bytes());
    }
  }

  /// What a partition may add, where its rows follow those that are here already.
  ///
  /// @param wanted how many rows the whole page was to have
  FragmentBounds bounds(long wanted, PageTime time) {
    long places = (long) size.rows() - rows.size();
    long left = limit - returned;
    return new FragmentBounds(
        Math.max(0, offset - skipped),
        Math.min(places, left),
        Math.max(0, size.bytes() - bytes),
        rows.isEmpty(),
        continues(),
        size.rowBytes(),
        time.left(),
        wanted);
  }

  long rowBytes() {
    return size.rowBytes();
  }

  long bytesMax() {
    return size.bytes();
  }

  /// How many bytes the rows take.
  long bytes() {
    return bytes;
  }

  /// Whether the query is at its end, whatever rows there are.
  boolean isComplete() {
    return returned >= limit;
  }

  boolean isFull() {
    return taker == null && (rows.size() >= size.rows() || bytes >= size.bytes());
  }

  /// Whether all rows of the query go through this.
  boolean isHandedOn() {
    return taker != null;
  }

  /// How many further rows would find a place here.
  long wanted() {
    long places = taker == null ? (long) size.rows() - rows.size() : Long.MAX_VALUE;
    long toSkip = Math.max(0, offset - skipped);
    long left = Math.min(places, limit - returned);
    return toSkip > Long.MAX_VALUE - left ? Long.MAX_VALUE : toSkip + left;
  }

  /// Whether the query goes on behind a page that is full.
  boolean continues() {
    return limit - returned > (long) size.rows() - rows.size();
  }

  List<Result> rows() {
    return rows;
  }

  long skipped() {
    return skipped;
  }

  long returned() {
    return returned;
  }
}
