// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.KeyEncoding;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;

/// MAKESET: an array of all different values, in the order in which they came first; an empty one
/// over nothing.
final class SetAccumulator implements Accumulator {
  /// What a hash table takes for one entry.
  private static final int ENTRY = 64;

  private final ValueOrder order;
  private final Map<Object, Value> values = new LinkedHashMap<>();

  SetAccumulator(ValueOrder order) {
    this.order = order;
  }

  @Override
  public long add(Value value) {
    return value != Undefined.UNDEFINED && values.putIfAbsent(key(value), value) == null
        ? ENTRY + ValueSize.of(value)
        : 0;
  }

  /// Equal for values that are the same in the order.
  private Object key(Value value) {
    return switch (order) {
      case SQL -> new SameValue(value);
      case BSON, CQL -> {
        ByteWriter key = new ByteWriter(32);
        KeyEncoding.write(key, value, order);
        yield ByteBuffer.wrap(key.toByteArray());
      }
    };
  }

  @Override
  public long merge(Accumulator other) {
    long growth = 0;
    for (Value value : ((SetAccumulator) other).values.values()) {
      growth += add(value);
    }
    return growth;
  }

  @Override
  public AggregateFunction function() {
    return AggregateFunction.MAKESET;
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
    return new Array(new ArrayList<>(values.values()));
  }
}
