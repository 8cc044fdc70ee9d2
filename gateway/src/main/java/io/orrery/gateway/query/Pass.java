// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.FanOut;
import io.orrery.gateway.ReadView;
import io.orrery.gateway.Row;
import io.orrery.query.evaluate.Frame;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/// One pass over all candidates, partition by partition, several at once.
final class Pass {
  private final Work work;
  private final Access access;

  Pass(Work work, Access access) {
    this.work = work;
    this.access = access;
  }

  /// Takes the rows of one partition, on one thread.
  interface Collector {
    void row(Row row, Frame frame);
  }

  /// Collects the rows of each partition.
  ///
  /// @param collector makes what takes the rows
  /// @return what was collected, in ring order
  <T extends Collector> List<T> run(Supplier<T> collector) {
    List<T> collected = new ArrayList<>();
    List<Runnable> tasks = new ArrayList<>();
    for (ReadView view : work.all()) {
      T mine = collector.get();
      collected.add(mine);
      tasks.add(() -> walk(view, mine));
    }
    work.context().pause();
    FanOut.run(tasks, work.request().parallelism());
    return collected;
  }

  private void walk(ReadView view, Collector collector) {
    Frame frame = work.frame();
    try (var _ = work.context().computing();
        Candidates candidates =
            access.open(List.of(view), work.task(), Start.FIRST, Long.MAX_VALUE)) {
      while (candidates.next()) {
        Row row = candidates.row();
        boolean _ =
            work.query()
                .rows(
                    work.item(row),
                    frame,
                    at -> {
                      collector.row(row, at);
                      return true;
                    });
      }
    }
  }
}
