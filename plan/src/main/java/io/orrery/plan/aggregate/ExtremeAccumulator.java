// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import java.util.LinkedHashMap;
import java.util.List;

/// MIN and MAX, across types in their order; undefined over nothing, and as soon as there is an
/// array or an object.
final class ExtremeAccumulator implements Accumulator {
  /// Stands in a state for nothing seen: no object is ever kept.
  private static final Value NOTHING = new Document(new LinkedHashMap<>());

  private final int direction;
  private boolean incomparable;
  private Value extreme = Undefined.UNDEFINED;

  /// @param direction -1 for the lowest, 1 for the highest
  ExtremeAccumulator(int direction) {
    this.direction = direction;
  }

  @Override
  public long add(Value value) {
    if (value == Undefined.UNDEFINED || incomparable) {
      return 0;
    }
    if (value instanceof Array || value instanceof Document) {
      incomparable = true;
      return replaceBy(Undefined.UNDEFINED);
    }
    boolean better =
        extreme == Undefined.UNDEFINED
            || Integer.signum(ValueOrder.SQL.compare(value, extreme)) == direction;
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
  public Value state() {
    return incomparable
        ? new Array(List.of())
        : new Array(List.of(extreme == Undefined.UNDEFINED ? NOTHING : extreme));
  }

  /// Becomes what [#state] told.
  void restore(Value state) {
    List<Value> parts = States.parts(state);
    incomparable = parts.isEmpty();
    extreme =
        incomparable || parts.getFirst() instanceof Document
            ? Undefined.UNDEFINED
            : parts.getFirst();
  }

  @Override
  public Value result() {
    return extreme;
  }
}
