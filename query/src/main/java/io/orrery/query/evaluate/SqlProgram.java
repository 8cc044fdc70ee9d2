// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.container.SourceItem;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.RowProgram;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/// A compiled query as the program of a plan. Its outputs are the projection, then the keys of
/// ORDER BY, those of GROUP BY, and the arguments of the aggregates.
public final class SqlProgram implements RowProgram {
  /// The output that is the row.
  public static final int PROJECTION = 0;

  private final CompiledQuery query;
  private final ItemView view;
  private final Evaluation[] outputs;

  public SqlProgram(CompiledQuery query, ItemView view) {
    this.query = query;
    this.view = view;
    this.outputs = outputs(query.select());
  }

  private static Evaluation[] outputs(Select select) {
    List<Evaluation> all = new ArrayList<>();
    all.add(select.projection());
    all.addAll(List.of(select.orderKeys()));
    GroupLayout grouping = select.grouping();
    if (grouping != null) {
      grouping.keyList().forEach(key -> all.add(key.value()));
      grouping.aggregates().forEach(aggregate -> all.add(aggregate.argument()));
    }
    return all.toArray(Evaluation[]::new);
  }

  @Override
  public boolean readsItems() {
    return query.hasItems();
  }

  @Override
  public Run run(Budget budget) {
    return new SqlRun(query.frame(budget));
  }

  @Override
  public void runWhole(Iterable<Value> rows, Budget budget, Predicate<Value> sink) {
    List<QueriedItem> items = new ArrayList<>();
    rows.forEach(row -> items.add(QueriedItem.of(row)));
    InMemory.run(query, items, budget, sink);
  }

  private final class SqlRun implements Run {
    private final Frame frame;

    /// Hands the frame's rows on; made once, not for each item.
    private final RowSink each = _ -> wanted().row(this);

    private @Nullable Sink taker;

    SqlRun(Frame frame) {
      this.frame = frame;
    }

    @Override
    public boolean rows(SourceItem item, Sink sink) {
      return rows(view.item(item), sink);
    }

    @Override
    public boolean rows(Value item, Sink sink) {
      return rows(QueriedItem.of(item), sink);
    }

    private boolean rows(QueriedItem item, Sink sink) {
      taker = sink;
      return query.rows(item, frame, each);
    }

    private Sink wanted() {
      return Objects.requireNonNull(taker);
    }

    @Override
    public long ordinal() {
      return frame.ordinal();
    }

    @Override
    public Value output(int number) {
      return outputs[number].evaluate(frame);
    }

    @Override
    public Value whole() {
      return frame.whole();
    }

    @Override
    public void enterGroup(Value[] keys, Value[] results) {
      GroupLayout grouping = query.select().grouping();
      if (grouping == null) {
        throw new IllegalStateException("the query does not aggregate");
      }
      for (int i = 0; i < keys.length; i++) {
        frame.set(grouping.keySlot(i), keys[i]);
      }
      for (int i = 0; i < results.length; i++) {
        frame.set(grouping.aggregateSlot(i), results[i]);
      }
    }
  }
}
