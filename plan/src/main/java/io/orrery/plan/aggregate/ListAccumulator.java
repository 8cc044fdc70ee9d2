// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;

/// MAKELIST: an array of all values; an empty one over nothing.
final class ListAccumulator implements Accumulator {
  private final ValueOrder order;
  private final List<Value> values = new ArrayList<>();

  ListAccumulator(ValueOrder order) {
    this.order = order;
  }

  @Override
  public long add(Value value) {
    if (value == Undefined.UNDEFINED) {
      return 0;
    }
    values.add(value);
    return ValueSize.of(value);
  }

  @Override
  public long merge(Accumulator other) {
    long growth = 0;
    for (Value value : ((ListAccumulator) other).values) {
      growth += add(value);
    }
    return growth;
  }

  @Override
  public AggregateFunction function() {
    return AggregateFunction.MAKELIST;
  }

  @Override
  public ValueOrder order() {
    return order;
  }

  @Override
  public Value state() {
    return result();
  }

  @Override
  public Value result() {
    return new Array(values);
  }
}
