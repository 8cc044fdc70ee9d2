// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.ValueSize;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.UnaryOperator;

/// Some of the values, by an order or by when they came: `$topN`, `$firstN`, `$minN` and their
/// like.
final class ChosenValues implements AccumulatorState {
  private final int count;
  private final boolean last;
  private final boolean present;
  private final boolean single;
  private final Comparator<Value> order;
  private final UnaryOperator<Value> told;
  private final List<Value> kept = new ArrayList<>();

  /// @param last whether those at the end are kept, not those at the beginning
  /// @param present whether null and what is missing do not count
  /// @param single whether one value is told, not an array
  /// @param told what is told of a value that was kept
  ChosenValues(
      int count,
      boolean last,
      boolean present,
      boolean single,
      Comparator<Value> order,
      UnaryOperator<Value> told) {
    this.count = count;
    this.last = last;
    this.present = present;
    this.single = single;
    this.order = order;
    this.told = told;
  }

  /// Behind those that are equal, so that whoever came first stands first.
  @Override
  public long add(Value value) {
    if (present && Operands.isNullish(value)) {
      return 0;
    }
    int at = kept.size();
    while (at > 0 && order.compare(kept.get(at - 1), value) > 0) {
      at--;
    }
    if (!last && at >= count) {
      return 0;
    }
    kept.add(at, value);
    if (kept.size() <= count) {
      return ValueSize.of(value);
    }
    Value dropped = kept.remove(last ? 0 : kept.size() - 1);
    return ValueSize.of(value) - ValueSize.of(dropped);
  }

  @Override
  public Value result() {
    List<Value> all = new ArrayList<>();
    for (Value each : kept) {
      Value value = told.apply(each);
      all.add(value == Value.Undefined.UNDEFINED ? Value.Null.NULL : value);
    }
    if (!single) {
      return new Value.Array(all);
    }
    return all.isEmpty() ? Value.Null.NULL : all.getFirst();
  }
}
