// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.model.value.Value;
import io.orrery.plan.aggregate.Accumulator;
import io.orrery.plan.aggregate.AggregateFunction;
import java.util.List;

/// How the rows of a query become groups: the keys, the aggregates, and the slots of the frame
/// where both stand when the group's own row is made.
record GroupLayout(List<Key> keyList, List<Aggregate> aggregates) {
  private static final int ACCUMULATOR_BYTES = 160;

  record Key(Evaluation value, int slot) {}

  record Aggregate(AggregateFunction function, Evaluation argument, int slot) {}

  GroupLayout {
    keyList = List.copyOf(keyList);
    aggregates = List.copyOf(aggregates);
  }

  boolean hasKeys() {
    return !keyList.isEmpty();
  }

  Value[] keys(Frame frame) {
    Value[] keys = new Value[keyList.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = keyList.get(i).value().evaluate(frame);
    }
    return keys;
  }

  int keySlot(int index) {
    return keyList.get(index).slot();
  }

  int aggregateSlot(int index) {
    return aggregates.get(index).slot();
  }

  Evaluation argument(int index) {
    return aggregates.get(index).argument();
  }

  Accumulator[] start() {
    Accumulator[] accumulators = new Accumulator[aggregates.size()];
    for (int i = 0; i < accumulators.length; i++) {
      accumulators[i] = aggregates.get(i).function().start();
    }
    return accumulators;
  }

  long groupBytes() {
    return (long) ACCUMULATOR_BYTES * aggregates.size();
  }
}
