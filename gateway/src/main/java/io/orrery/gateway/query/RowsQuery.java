// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.ReadViews;
import io.orrery.gateway.Row;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.query.evaluate.InMemory;
import io.orrery.query.evaluate.Item;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// A query over the rows of another one: that one runs to its end, in memory, and this one on what
/// it gives. Each page does it anew.
final class RowsQuery {
  /// Stands in continuations.
  static final int STAGE = 6;

  /// What the inner query gives at a time.
  private static final PageSize PART = new PageSize(1000, 4L << 20, Long.MAX_VALUE);

  private final ReadViews views;
  private final ReadTask task;
  private final QueryBudget budget;
  private final Presence presence;
  private final LongSupplier nanos;

  RowsQuery(
      ReadViews views, ReadTask task, QueryBudget budget, Presence presence, LongSupplier nanos) {
    this.views = views;
    this.task = task;
    this.budget = budget;
    this.presence = presence;
    this.nanos = nanos;
  }

  /// Fills the page; gives whether more rows follow.
  boolean fill(QueryRequest request, QueryRequest inner, Output output, long done) {
    Page page = new Page(output, done);
    InMemory.run(request.query(), items(inner), budget, page);
    return page.isOver;
  }

  /// Leaves out the rows that earlier pages had.
  private static final class Page implements Predicate<Value> {
    private final Output output;
    private long done;
    private boolean isOver;

    Page(Output output, long done) {
      this.output = output;
      this.done = done;
    }

    @Override
    public boolean test(Value row) {
      if (done > 0) {
        done--;
        return true;
      }
      isOver = !output.offer(new Result.Computed(row));
      return !isOver;
    }
  }

  private List<Item> items(QueryRequest request) {
    QueryRequest inner = request.inner();
    if (inner != null) {
      return InMemory.run(request.query(), items(inner), budget).stream().map(this::kept).toList();
    }
    List<Item> items = new ArrayList<>();
    Optional<Progress> progress = Optional.of(Progress.START);
    while (progress.isPresent()) {
      Output output =
          new Output(
              request.query().offset(), request.query().count(), PART, progress.get(), budget);
      if (output.isComplete()) {
        return items;
      }
      Work work = new Work(request, views, task, budget, output, PageTime.unlimited(nanos));
      progress = new QueryRun(work, presence).run(progress.get());
      for (Result result : output.rows()) {
        Value value =
            switch (result) {
              case Result.Computed(Value computed) -> computed;
              case Result.Whole(Row row) -> request.item().apply(row).whole();
            };
        items.add(kept(value));
      }
      budget.give(output.bytes());
    }
    return items;
  }

  private Item kept(Value value) {
    budget.take(ValueSize.of(value));
    return Item.of(value);
  }
}
