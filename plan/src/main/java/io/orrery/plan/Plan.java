// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.value.ValueOrder;
import io.orrery.plan.access.Condition;
import io.orrery.plan.aggregate.AggregateFunction;
import io.orrery.plan.expression.PlanExpression;
import io.orrery.plan.program.Code;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// What is done with the items of a container, from the leaf up: each node takes the rows of its
/// input. Data only, so that it can be sent to where the items are.
public sealed interface Plan {

  /// All items of which a condition is true, and perhaps others: filters decide.
  ///
  /// @param absent properties that items seem to have but are not stored in them, so no index has
  ///   them
  /// @param values whose order values have in the whole plan: what is sorted, grouped, distinct,
  ///   least or greatest follows it. Filters say for themselves how they compare.
  record Scan(Condition condition, Set<String> absent, ValueOrder values) implements Plan {
    public Scan {
      absent = Set.copyOf(absent);
    }

    /// In SQL's order.
    public Scan(Condition condition, Set<String> absent) {
      this(condition, absent, ValueOrder.SQL);
    }
  }

  /// The rows of which a condition is true.
  record Filter(Plan input, PlanExpression condition) implements Plan {}

  /// A row for each element of an array that each row has.
  record Unwind(Plan input, PlanExpression array) implements Plan {}

  /// The rows that code makes of each item: filtered and unwound as its language has it.
  record Rows(Plan input, Code code) implements Plan {}

  /// One row for each different list of keys; exactly one if there are no keys.
  ///
  /// @param fromIndex how an index may answer it alone; null if it cannot
  record Group(
      Plan input,
      List<PlanExpression> keys,
      List<Aggregate> aggregates,
      @Nullable IndexAnswer fromIndex)
      implements Plan {
    public Group {
      keys = List.copyOf(keys);
      aggregates = List.copyOf(aggregates);
    }
  }

  /// One aggregate of a group.
  record Aggregate(AggregateFunction function, PlanExpression argument) {}

  /// What to do where no index has an order.
  enum Unindexed {
    /// Sort.
    SORT,
    /// Refuse an order by stored values; computed ones are sorted.
    REFUSE
  }

  /// All rows in an order.
  record Sort(Plan input, List<OrderKey> keys, Unindexed unindexed) implements Plan {
    public Sort {
      keys = List.copyOf(keys);
    }
  }

  /// The first rows in an order.
  record TopK(Plan input, List<OrderKey> keys, Unindexed unindexed, long count) implements Plan {
    public TopK {
      keys = List.copyOf(keys);
    }
  }

  /// A value of each row instead of the row; rows without one are none.
  record Project(Plan input, PlanExpression value) implements Plan {}

  /// Each different row once.
  record Distinct(Plan input) implements Plan {}

  /// Some of the rows.
  ///
  /// @param offset how many are left out in front
  /// @param count how many are wanted behind these
  record Window(Plan input, long offset, long count) implements Plan {}

  /// A whole query in the code's language over the rows of another plan, once these are complete.
  record Over(Plan input, Code code) implements Plan {}
}
