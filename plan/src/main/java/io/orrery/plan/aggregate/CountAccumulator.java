// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;

/// COUNT counts what is defined, in CQL what is not null; COUNTIF what is true.
final class CountAccumulator implements Accumulator {
  private final boolean onlyTrue;
  private final ValueOrder order;
  private long count;

  CountAccumulator(boolean onlyTrue, ValueOrder order) {
    this.onlyTrue = onlyTrue;
    this.order = order;
  }

  @Override
  public long add(Value value) {
    if (onlyTrue ? value == Bool.TRUE : isSomething(value)) {
      count++;
    }
    return 0;
  }

  private boolean isSomething(Value value) {
    return value != Undefined.UNDEFINED && (order != ValueOrder.CQL || value != Value.Null.NULL);
  }

  @Override
  public long merge(Accumulator other) {
    count += ((CountAccumulator) other).count;
    return 0;
  }

  /// Adds so many values that count, whatever they are.
  void addAll(long values) {
    count += values;
  }

  @Override
  public AggregateFunction function() {
    return onlyTrue ? AggregateFunction.COUNTIF : AggregateFunction.COUNT;
  }

  @Override
  public ValueOrder order() {
    return order;
  }

  @Override
  public Value state() {
    return new Value.Int64(count);
  }

  @Override
  public Value result() {
    return NumberValues.of(count);
  }
}
