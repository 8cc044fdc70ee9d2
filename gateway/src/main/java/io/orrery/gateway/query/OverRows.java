// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.PartitionReads;
import io.orrery.gateway.Row;
import io.orrery.model.value.Value;
import io.orrery.partition.fragment.QueryBudget;
import io.orrery.partition.fragment.RowValue;
import io.orrery.plan.Pipeline;
import io.orrery.plan.Plan;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Languages;
import io.orrery.plan.program.RowProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Predicate;

/// A query over the rows of another one: that one runs to its end, in memory, and this one on what
/// it gives. Each page does it anew.
record OverRows(
    PartitionReads reads,
    QueryBudget budget,
    Languages languages,
    LongSupplier nanos,
    int parallelism) {
  /// What the inner query gives at a time.
  private static final PageSize PART = new PageSize(1000, 4L << 20, Long.MAX_VALUE);

  /// Fills the page; gives whether more rows follow.
  boolean fill(Plan.Over plan, Output output, long done) {
    Page page = new Page(output, budget, done);
    languages.program(plan.code()).runWhole(rows(plan.input()), budget, page);
    return page.isOver;
  }

  /// Leaves out the rows that earlier pages had.
  private static final class Page implements Predicate<Value> {
    private final Output output;
    private final QueryBudget budget;
    private long done;
    private boolean isOver;

    Page(Output output, QueryBudget budget, long done) {
      this.output = output;
      this.budget = budget;
      this.done = done;
    }

    @Override
    public boolean test(Value row) {
      if (done > 0) {
        done--;
        return true;
      }
      RowValue value = new RowValue.Computed(row);
      value.requireFit(output.rowBytes());
      isOver = !output.offer(value);
      if (!isOver) {
        budget.take(value.bytes());
      }
      return !isOver;
    }
  }

  private List<Value> rows(Plan plan) {
    List<Value> rows = new ArrayList<>();
    if (plan instanceof Plan.Over(Plan input, var code)) {
      languages.program(code).runWhole(rows(input), budget, row -> rows.add(kept(row)));
      return rows;
    }
    Pipeline pipeline = Pipeline.of(plan, languages);
    RowProgram.Run program = pipeline.program().run(budget);
    Consumer<Output> taker = output -> take(output, program, rows);
    Optional<Progress> progress = Optional.of(Progress.START);
    while (progress.isPresent()) {
      Output output = Output.handedOn(pipeline, PART, progress.get(), taker);
      if (output.isComplete()) {
        return rows;
      }
      progress =
          new QueryRun(work(plan, pipeline, output), null, IndexUse.NONE).run(progress.get());
      taker.accept(output);
    }
    return rows;
  }

  private PageWork work(Plan plan, Pipeline pipeline, Output output) {
    return PageWork.of(
        plan, pipeline, reads, budget, output, PageTime.unlimited(nanos), parallelism);
  }

  private void take(Output output, RowProgram.Run program, List<Value> rows) {
    for (Result result : output.rows()) {
      rows.add(kept(value(result, program)));
    }
    budget.give(output.bytes());
  }

  private static Value value(Result result, RowProgram.Run program) {
    return switch (result) {
      case Result.Computed(Value computed) -> computed;
      case Result.Whole(Row row) -> whole(row, program);
    };
  }

  /// An item as the API shows it.
  private static Value whole(Row row, RowProgram.Run program) {
    Value[] shown = {Value.Undefined.UNDEFINED};
    boolean _ =
        program.rows(
            row.item(),
            run -> {
              shown[0] = run.whole();
              return false;
            });
    return shown[0];
  }

  private Value kept(Value value) {
    budget.take(ValueSize.of(value));
    return value;
  }
}
