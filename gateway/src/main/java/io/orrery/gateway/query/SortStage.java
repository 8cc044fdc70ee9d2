// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.query.evaluate.Frame;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/// Rows in the order of their keys, whatever order the candidates have. Each pass over these keeps
/// as many rows as the page still needs, so however many there are, memory is bounded.
final class SortStage {
  /// What a pass may keep; a page needs less, unless OFFSET is large.
  private static final long COUNT_MAX = 20_000;

  private final Work work;
  private final BiFunction<Row, Frame, byte @Nullable []> key;

  /// @param key of a row; rows with equal keys are one; null if the row does not belong here
  SortStage(Work work, BiFunction<Row, Frame, byte @Nullable []> key) {
    this.work = work;
    this.key = key;
  }

  /// Adds rows to the page. Gives where the next page goes on; null if there are no more, or the
  /// query is at its end.
  @Nullable Start run(Access access, Start start) {
    return new Passes<Result>(work, from -> pass(access, from), row -> row).run(start);
  }

  private SortedRows<Result> pass(Access access, byte @Nullable [] after) {
    long wanted = Math.min(COUNT_MAX, work.output().wanted() + 1);
    SortedRows<Result> all = new SortedRows<>(wanted, work.stageBytes(), work.budget());
    for (Collected collected : new Pass(work, access).run(() -> new Collected(wanted, after))) {
      all.merge(collected.rows, (one, _) -> one);
    }
    return all;
  }

  private final class Collected implements Pass.Collector {
    private final SortedRows<Result> rows;
    private final byte @Nullable [] after;

    Collected(long wanted, byte @Nullable [] after) {
      this.rows = new SortedRows<>(wanted, work.stageBytes() / work.all().size(), work.budget());
      this.after = after;
    }

    @Override
    public void row(Row row, Frame frame) {
      byte[] place = key.apply(row, frame);
      if (place == null
          || rows.isBehind(place)
          || (after != null && Arrays.compareUnsigned(place, after) <= 0)
          || rows.find(place) != null) {
        return;
      }
      Result result = StreamStage.result(work.query(), row, frame);
      if (result != null) {
        rows.put(place, result, Output.bytes(result));
      }
    }
  }
}
