// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.partition.layout.KeyedItem;
import io.orrery.plan.Pipeline;
import io.orrery.plan.Plan;
import io.orrery.plan.aggregate.Accumulator;
import io.orrery.plan.aggregate.ValueSize;
import java.util.List;

/// What a partition answers as one row.
public sealed interface RowValue {

  /// An item as it is.
  record Stored(KeyedItem item) implements RowValue {}

  /// Something made of an item.
  record Computed(Value value) implements RowValue {}

  /// What a group came to in one partition, to be merged with those of others.
  ///
  /// @param keys of the group; not a copy
  /// @param states of its aggregates; not a copy
  /// @param size about how much memory it takes
  record Partial(Value[] keys, Accumulator[] states, long size) implements RowValue {

    /// A group that has seen nothing.
    public static Partial empty(Pipeline.Grouping group, Value[] keys) {
      List<Plan.Aggregate> aggregates = group.node().aggregates();
      Accumulator[] states = new Accumulator[aggregates.size()];
      for (int i = 0; i < states.length; i++) {
        states[i] = aggregates.get(i).function().start(group.values());
      }
      return new Partial(keys, states, ValueSize.of(keys) + GROUP_BYTES);
    }

    /// Adds what another partition has seen of the group.
    public void merge(Partial other) {
      for (int i = 0; i < states.length; i++) {
        long _ = states[i].merge(other.states[i]);
      }
    }

    /// What its aggregates come to.
    public Value[] results() {
      Value[] results = new Value[states.length];
      for (int i = 0; i < results.length; i++) {
        results[i] = states[i].result();
      }
      return results;
    }
  }

  /// About what the accumulators of a group take.
  long GROUP_BYTES = 320;

  /// Fails with LIMIT_EXCEEDED if the row is longer as JSON than an answer may be.
  default void requireFit(long rowBytes) {
    if (this instanceof Computed(Value value)
        && bytes() > rowBytes
        && JsonLength.of(value, rowBytes) > rowBytes) {
      throw new OrreryException(
          ErrorCode.LIMIT_EXCEEDED,
          "A row of the query is longer than the "
              + rowBytes
              + " bytes that an answer may have; select less of the items.");
    }
  }

  /// About how much memory it takes.
  default long bytes() {
    return switch (this) {
      case Stored(KeyedItem item) -> item.bytes();
      case Computed(Value value) -> ValueSize.of(value);
      case Partial partial -> partial.size();
    };
  }
}
