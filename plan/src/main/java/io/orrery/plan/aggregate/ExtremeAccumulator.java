// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import java.util.List;

/// MIN and MAX, across types in their order; undefined over nothing. In SQL also as soon as there
/// is an array or an object; in BSON and CQL these have their places, and null counts as nothing.
final class ExtremeAccumulator implements Accumulator {
  private final int direction;
  private final ValueOrder order;
  private boolean incomparable;
  private Value extreme = Undefined.UNDEFINED;

  /// @param direction -1 for the lowest, 1 for the highest
  ExtremeAccumulator(int direction, ValueOrder order) {
    this.direction = direction;
    this.order = order;
  }

  @Override
  public long add(Value value) {
    if (value == Undefined.UNDEFINED || incomparable) {
      return 0;
    }
    if (order == ValueOrder.SQL) {
      if (value.kind().isContainer()) {
        incomparable = true;
        return replaceBy(Undefined.UNDEFINED);
      }
    } else if (value == Null.NULL) {
      return 0;
    }
    boolean better =
        extreme == Undefined.UNDEFINED
            || Integer.signum(order.compare(value, extreme)) == direction;
    return better ? replaceBy(value) : 0;
  }

  private long replaceBy(Value value) {
    long growth = ValueSize.of(value) - ValueSize.of(extreme);
    extreme = value;
    return growth;
  }

  @Override
  public long merge(Accumulator other) {
    ExtremeAccumulator that = (ExtremeAccumulator) other;
    if (that.incomparable) {
      incomparable = true;
      return replaceBy(Undefined.UNDEFINED);
    }
    return add(that.extreme);
  }

  @Override
  public AggregateFunction function() {
    return direction < 0 ? AggregateFunction.MIN : AggregateFunction.MAX;
  }

  @Override
  public ValueOrder order() {
    return order;
  }

  @Override
  public Value state() {
    return new Array(
        extreme == Undefined.UNDEFINED
            ? List.of(Bool.of(incomparable))
            : List.of(Bool.FALSE, extreme));
  }

  /// Becomes what [#state] told.
  void restore(Value state) {
    List<Value> parts = States.parts(state);
    incomparable = States.flag(parts.isEmpty() ? Undefined.UNDEFINED : parts.getFirst());
    extreme = parts.size() < 2 ? Undefined.UNDEFINED : parts.get(1);
  }

  @Override
  public Value result() {
    return extreme;
  }
}
