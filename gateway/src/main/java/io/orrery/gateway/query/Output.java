// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
import java.util.ArrayList;
import java.util.List;

/// The rows of a page in the making, out of all the rows the query has: those in its window, up to
/// what a page may hold.
final class Output {
  private final long offset;
  private final long limit;
  private final PageSize size;
  private final Budget budget;
  private final List<Result> rows = new ArrayList<>();
  private long bytes;
  private long skipped;
  private long returned;

  /// @param offset how many of the query's rows are left out in front
  /// @param limit how many are wanted behind these
  Output(long offset, long limit, PageSize size, Progress progress, Budget budget) {
    this.offset = offset;
    this.limit = limit;
    this.size = size;
    this.budget = budget;
    this.skipped = progress.skipped();
    this.returned = progress.returned();
  }

  static long bytes(Result result) {
    return switch (result) {
      case Result.Whole(Row row) -> row.key().encoded().length + (long) row.item().body().length;
      case Result.Computed(Value value) -> ValueSize.of(value);
    };
  }

  /// Takes the query's next row; false if there is no room for it in this page, and then it has to
  /// be the first of the next one.
  boolean offer(Result result) {
    if (skipped < offset) {
      skipped++;
      return true;
    }
    long more = bytes(result);
    if (!rows.isEmpty() && (rows.size() >= size.rows() || bytes + more > size.bytes())) {
      return false;
    }
    if (more > size.rowBytes()) {
      requireFit(result);
    }
    budget.take(more);
    rows.add(result);
    bytes += more;
    returned++;
    return true;
  }

  private void requireFit(Result result) {
    if (result instanceof Result.Computed(Value value)
        && JsonLength.of(value, size.rowBytes()) > size.rowBytes()) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "A row of the query is longer than the "
              + size.rowBytes()
              + " bytes that an answer may have; select less of the items.");
    }
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
    return rows.size() >= size.rows() || bytes >= size.bytes();
  }

  /// How many further rows would find a place here.
  long wanted() {
    long places = (long) size.rows() - rows.size();
    long toSkip = Math.max(0, offset - skipped);
    long left = Math.min(places, limit - returned);
    return toSkip > Long.MAX_VALUE - left ? Long.MAX_VALUE : toSkip + left;
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
