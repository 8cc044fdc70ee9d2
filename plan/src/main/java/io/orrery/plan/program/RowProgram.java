// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.program;

import io.orrery.model.container.SourceItem;
import io.orrery.model.value.Value;
import java.util.function.Predicate;

/// Code that is ready to run. Any number of threads may use it, each with a [Run] of its own.
public interface RowProgram {

  /// Takes rows.
  @FunctionalInterface
  interface Sink {
    /// The run stands on a row.
    ///
    /// @return false if no more rows are wanted
    boolean row(Run run);
  }

  /// The program in one thread, standing on one row after the other. Whatever it gives out is that
  /// of the current row or group.
  interface Run {

    /// Gives the rows that an item has, those that the filter drops left out.
    ///
    /// @return false if the sink wanted no more
    boolean rows(SourceItem item, Sink sink);

    /// As [#rows(SourceItem, Sink)], of something that is a value already.
    boolean rows(Value item, Sink sink);

    /// Which of its item's rows this is, from 0; those that the filter drops do not count.
    long ordinal();

    /// One of the code's outputs.
    Value output(int number);

    /// The whole item, as the API shows it.
    Value whole();

    /// Stands on a group now: on its keys, and on what its aggregates came to.
    void enterGroup(Value[] keys, Value[] results);
  }

  /// Begins to run it, for one thread.
  ///
  /// @param budget what it may use
  Run run(Budget budget);

  /// Whether it has rows at all only if there are items.
  boolean readsItems();

  /// Runs the code as a whole query over rows that are in memory, with whatever it orders, groups
  /// and leaves out.
  ///
  /// @param sink whether more rows are wanted behind this one
  void runWhole(Iterable<Value> rows, Budget budget, Predicate<Value> sink);
}
