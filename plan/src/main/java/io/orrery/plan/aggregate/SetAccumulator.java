// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Undefined;
import java.util.LinkedHashSet;
import java.util.Set;

/// MAKESET: an array of all different values, in the order in which they came first; an empty one
/// over nothing.
final class SetAccumulator implements Accumulator {
  /// What a hash table takes for one entry.
  private static final int ENTRY = 64;

  private final Set<SameValue> values = new LinkedHashSet<>();

  @Override
  public long add(Value value) {
    return value != Undefined.UNDEFINED && values.add(new SameValue(value))
        ? ENTRY + ValueSize.of(value)
        : 0;
  }

  @Override
  public long merge(Accumulator other) {
    long growth = 0;
    for (SameValue value : ((SetAccumulator) other).values) {
      growth += add(value.value());
    }
    return growth;
  }

  @Override
  public AggregateFunction function() {
    return AggregateFunction.MAKESET;
  }

  @Override
  public Value state() {
    return result();
  }

  @Override
  public Value result() {
    return new Array(values.stream().map(SameValue::value).toList());
  }
}
