// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import java.util.Arrays;

/// The current row of one query in one thread: what its sources stand for now. Made by
/// [CompiledQuery#frame(Budget)], never shared between threads.
public final class Frame {
  /// How many steps are made before the budget hears of them.
  static final int STEPS = 1024;

  private static final Item NOTHING = Item.of(Undefined.UNDEFINED);

  private final Value[] slots;
  private final Budget budget;
  private Item item = NOTHING;
  private long ordinal;
  private int steps;

  /// The values made for the current row.
  private long kept;

  Frame(int slots, Budget budget) {
    this.slots = new Value[slots];
    Arrays.fill(this.slots, Undefined.UNDEFINED);
    this.budget = budget;
  }

  /// The item the row is of.
  public Item item() {
    return item;
  }

  /// Which of its item's rows this is, from 0; rows that the filter drops do not count.
  public long ordinal() {
    return ordinal;
  }

  Budget budget() {
    return budget;
  }

  void enter(Item next) {
    item = next;
    ordinal = -1;
    release(0);
  }

  void nextRow() {
    ordinal++;
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
