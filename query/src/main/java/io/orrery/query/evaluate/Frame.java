// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
import io.orrery.query.syntax.Source.Step;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The current row of one query in one thread: what its sources stand for now. Made by
/// [CompiledQuery#frame(Budget)], never shared between threads.
public final class Frame {
  /// How many steps are made before the budget hears of them.
  static final int STEPS = 1024;

  private static final int LONG_TEXT = 1024;
  private static final long LARGE = 64L << 10;

  private static final QueriedItem NOTHING = QueriedItem.of(Undefined.UNDEFINED);

  private static final Value[] NO_PARAMETERS = {};

  private final Value[] slots;
  private final Value[] parameters;
  private final Budget budget;
  private QueriedItem item = NOTHING;
  private @Nullable Value whole;
  private @Nullable Map<List<Step>, Value> large;
  private long ordinal;
  private int steps;

  /// The values made for the current row.
  private long kept;

  Frame(int slots, Budget budget) {
    this(slots, NO_PARAMETERS, budget);
  }

  /// @param parameters the values of those that were left open
  Frame(int slots, Value[] parameters, Budget budget) {
    this.slots = new Value[slots];
    Arrays.fill(this.slots, Undefined.UNDEFINED);
    this.parameters = parameters;
    this.budget = budget;
  }

  /// The item the row is of.
  public QueriedItem item() {
    return item;
  }

  /// Which of its item's rows this is, from 0; rows that the filter drops do not count.
  public long ordinal() {
    return ordinal;
  }

  /// The whole item, which is decoded once, however often a row has it.
  Value whole() {
    Value known = whole;
    if (known == null) {
      known = item.whole();
      whole = known;
    }
    return known;
  }

  /// What the item has at a path. What is found in a stored one is a copy, and a query may ask for
  /// it many times: so copies are accounted, and a large one is kept for the next time.
  Value at(ItemPath path) {
    if (!(item instanceof StoredItem)) {
      return item.at(path);
    }
    Value known = large == null ? null : large.get(path.steps());
    return known == null ? copy(path) : known;
  }

  private Value copy(ItemPath path) {
    Value value = item.at(path);
    if (value instanceof Value.Document
        || value instanceof Value.Array
        || (value instanceof Value.Text(String text) && text.length() > LONG_TEXT)) {
      long size = ValueSize.of(value);
      keep(size);
      if (size > LARGE) {
        keepAt(path, value);
      }
    }
    return value;
  }

  private void keepAt(ItemPath path, Value value) {
    if (large == null) {
      large = new HashMap<>();
    }
    large.put(path.steps(), value);
  }

  Budget budget() {
    return budget;
  }

  void enter(QueriedItem next) {
    item = next;
    whole = null;
    large = null;
    ordinal = -1;
    release(0);
  }

  void nextRow() {
    ordinal++;
  }

  Value parameter(int index) {
    return parameters[index];
  }

  Value slot(int index) {
    return slots[index];
  }

  void set(int index, Value value) {
    slots[index] = value;
  }

  void step() {
    steps(1);
  }

  void steps(int count) {
    steps += count;
    if (steps >= STEPS) {
      int made = steps;
      steps = 0;
      budget.steps(made);
    }
  }

  /// Accounts for a value that lives no longer than the current row. Only where values can grow
  /// with each level of a query: what a row holds otherwise is as big as the item.
  void keep(long bytes) {
    budget.take(bytes);
    kept += bytes;
  }

  /// How much is accounted so far, to give to [#release].
  long kept() {
    return kept;
  }

  /// Gives back what was accounted since.
  void release(long mark) {
    if (kept != mark) {
      budget.give(kept - mark);
      kept = mark;
    }
  }
}
