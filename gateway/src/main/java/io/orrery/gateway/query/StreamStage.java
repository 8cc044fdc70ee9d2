// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import org.jspecify.annotations.Nullable;

/// Rows in the order in which the candidates come.
final class StreamStage {
  /// How many candidates a full page looks at to find out whether there is another row.
  private static final int LOOK_AHEAD = 64;

  private final Work work;
  private final CompiledQuery query;
  private final Frame frame;
  private long rowsDone;

  StreamStage(Work work) {
    this.work = work;
    this.query = work.query();
    this.frame = work.frame();
  }

  /// Partition after partition.
  @Nullable Start byPartition(Access access, Start start) {
    long wanted = work.output().wanted();
    try (Candidates candidates =
        new PartitionWalk(access, work.all(), work.task(), start, wanted)) {
      return run(candidates);
    }
  }

  /// In the order of the index, over all partitions.
  @Nullable Start byIndex(Access.Terms access, Start start) {
    long wanted = work.output().wanted();
    try (Candidates candidates = access.open(work.all(), work.task(), start, wanted)) {
      return run(candidates);
    }
  }

  /// Adds rows to the page. Gives where the next page goes on; null if the candidates came to their
  /// end, or the query did.
  private @Nullable Start run(Candidates candidates) {
    Output output = work.output();
    int lookedAhead = 0;
    while (!output.isComplete() && candidates.next()) {
      if (!rows(candidates.row(), candidates.rowsDone())) {
        return output.isComplete() ? null : candidates.again(rowsDone);
      }
      if (output.isFull()) {
        lookedAhead++;
      }
      if (lookedAhead > LOOK_AHEAD || (work.time().isOver() && !output.isComplete())) {
        return candidates.behind();
      }
    }
    return null;
  }

  /// Gives out the rows of an item; false if not all of them found a place.
  private boolean rows(Row row, long skip) {
    rowsDone = skip;
    return query.rows(
        work.item(row),
        frame,
        at -> {
          if (at.ordinal() < skip) {
            return true;
          }
          Result result = result(row, at);
          if (work.output().isComplete() || (result != null && !work.output().offer(result))) {
            return false;
          }
          rowsDone = at.ordinal() + 1;
          return true;
        });
  }

  private @Nullable Result result(Row row, Frame at) {
    return result(query, row, at);
  }

  /// What a row is; null if its only value is undefined, which makes it none.
  static @Nullable Result result(CompiledQuery query, Row row, Frame at) {
    if (query.projectsWholeItem()) {
      return new Result.Whole(row);
    }
    return Result.of(query.projection(at));
  }
}
