// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.SourceItem;
import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.plan.expression.Evaluator;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.expression.RowValues;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.RowProgram;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// Filters and unwinds of a plan, and expressions on the rows they leave.
final class CoreProgram implements RowProgram {
  private final List<Plan> steps;
  private final List<PlanExpression> outputs;

  /// @param steps filters and unwinds, the first one first
  CoreProgram(List<Plan> steps, List<PlanExpression> outputs) {
    for (Plan step : steps) {
      if (!(step instanceof Plan.Filter || step instanceof Plan.Unwind)) {
        throw new OrreryException(
            ErrorCode.NOT_SUPPORTED, "A plan has either code or expressions of its own.");
      }
    }
    this.steps = List.copyOf(steps);
    this.outputs = List.copyOf(outputs);
  }

  @Override
  public boolean readsItems() {
    return true;
  }

  @Override
  public Run run(Budget budget) {
    return new CoreRun(budget);
  }

  @Override
  public void runWhole(Iterable<Value> rows, Budget budget, Predicate<Value> sink) {
    throw new OrreryException(
        ErrorCode.NOT_SUPPORTED, "Only code can be run over the rows of another plan.");
  }

  private final class CoreRun implements Run {
    private final Budget budget;
    private final RowValues row = new RowValues();
    private final Evaluator evaluator = new Evaluator(row);
    private long ordinal;
    private @Nullable SourceItem stored;

    CoreRun(Budget budget) {
      this.budget = budget;
    }

    @Override
    public boolean rows(SourceItem item, Sink sink) {
      if (!steps.isEmpty() || !outputs.isEmpty()) {
        return rows(StoredItems.decode(item.body()), sink);
      }
      // Nobody looks into the item: it need not be decoded.
      ordinal = 0;
      stored = item;
      return sink.row(this);
    }

    @Override
    public boolean rows(Value item, Sink sink) {
      budget.steps(1);
      row.enter(item);
      stored = null;
      ordinal = -1;
      return step(0, sink);
    }

    private boolean step(int at, Sink sink) {
      if (at == steps.size()) {
        ordinal++;
        return sink.row(this);
      }
      return switch (steps.get(at)) {
        case Plan.Filter(_, PlanExpression condition) ->
            !evaluator.isTrue(condition) || step(at + 1, sink);
        case Plan.Unwind(_, PlanExpression array) -> unwind(array, at, sink);
        case Plan other -> throw new IllegalStateException("no step of a row: " + other);
      };
    }

    private boolean unwind(PlanExpression array, int at, Sink sink) {
      if (!(evaluator.evaluate(array) instanceof Value.Array(List<Value> elements))) {
        return true;
      }
      budget.steps(elements.size());
      for (Value element : elements) {
        row.push(element);
        boolean more = step(at + 1, sink);
        row.pop();
        if (!more) {
          return false;
        }
      }
      return true;
    }

    @Override
    public long ordinal() {
      return ordinal;
    }

    @Override
    public Value output(int number) {
      return evaluator.evaluate(outputs.get(number));
    }

    @Override
    public Value whole() {
      return stored == null ? row.item() : StoredItems.decode(stored.body());
    }

    @Override
    public void enterGroup(Value[] keys, Value[] results) {
      row.enterGroup(keys, results);
    }
  }
}
