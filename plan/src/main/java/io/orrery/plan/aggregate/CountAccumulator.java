// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Undefined;

/// COUNT counts what is defined, COUNTIF what is true.
final class CountAccumulator implements Accumulator {
  private final boolean onlyTrue;
  private long count;

  CountAccumulator(boolean onlyTrue) {
    this.onlyTrue = onlyTrue;
  }

  @Override
  public long add(Value value) {
    if (onlyTrue ? value == Bool.TRUE : value != Undefined.UNDEFINED) {
      count++;
    }
    return 0;
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
  public Value state() {
    return new Value.Int64(count);
  }

  @Override
  public Value result() {
    return NumberValues.of(count);
  }
}
