// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Undefined;
import io.orrery.plan.aggregate.ValueSize;
import io.orrery.plan.program.Budget;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/// Runs a whole query the plainest way: over all items, without index, in one thread. What every
/// other way must agree with.
public final class InMemory {
  private InMemory() {}

  /// Rows without an order, or equal in it, come in the order of the items. They are accounted for
  /// until they are handed out.
  public static List<Value> run(CompiledQuery query, Iterable<QueriedItem> items, Budget budget) {
    List<Value> results = new ArrayList<>();
    long[] bytes = new long[1];
    try {
      run(
          query,
          items,
          budget,
          value -> {
            long size = ValueSize.of(value);
            budget.take(size);
            bytes[0] += size;
            return results.add(value);
          });
      return results;
    } finally {
      budget.give(bytes[0]);
    }
  }

  /// Gives the rows one by one, as long as they are wanted.
  ///
  /// @param sink whether more are wanted behind this one
  public static void run(
      CompiledQuery query, Iterable<QueriedItem> items, Budget budget, Predicate<Value> sink) {
    Frame frame = query.frame(budget);
    boolean _ = SelectRun.run(query.select(), rows(query, items), frame, sink::test);
    frame.enter(QueriedItem.of(Undefined.UNDEFINED));
  }

  private static RowStep rows(CompiledQuery query, Iterable<QueriedItem> items) {
    Iterable<QueriedItem> all =
        query.hasItems() ? items : List.of(QueriedItem.of(Undefined.UNDEFINED));
    return (frame, sink) -> {
      for (QueriedItem item : all) {
        if (!query.rows(item, frame, sink)) {
          return false;
        }
      }
      return true;
    };
  }
}
