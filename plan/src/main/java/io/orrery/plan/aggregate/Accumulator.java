// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;

/// The state of one aggregate over the rows so far. Undefined values are no part of any aggregate.
/// What else is left out, which values are the same, and which is the least, is a matter of their
/// order.
///
/// The result depends on which values came, not on their order or on how they were divided between
/// accumulators that were merged; only MAKELIST keeps the order.
public sealed interface Accumulator
    permits CountAccumulator, ExtremeAccumulator, ListAccumulator, SetAccumulator, SumAccumulator {

  /// Adds a value of one more row.
  ///
  /// @return how many bytes more are kept now
  long add(Value value);

  /// Adds everything that another accumulator of the same function has seen.
  ///
  /// @return how many bytes more are kept now
  long merge(Accumulator other);

  /// What it is a state of.
  AggregateFunction function();

  /// The order of values it goes by.
  ValueOrder order();

  Value result();

  /// What it has seen so far, as [AggregateFunction#restore] reads it.
  Value state();
}
