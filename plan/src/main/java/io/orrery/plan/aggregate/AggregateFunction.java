// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// The functions over all rows of a group. Each takes one argument.
public enum AggregateFunction {
  COUNT,
  SUM,
  AVG,
  MIN,
  MAX,
  COUNTIF,
  MAKELIST,
  MAKESET;

  /// The function of that name, in any case; null if there is none.
  public static @Nullable AggregateFunction find(String name) {
    String upper = name.toUpperCase(Locale.ROOT);
    for (AggregateFunction function : values()) {
      if (function.name().equals(upper)) {
        return function;
      }
    }
    return null;
  }

  /// In SQL's order.
  public Accumulator start() {
    return start(ValueOrder.SQL);
  }

  public Accumulator start(ValueOrder order) {
    return switch (this) {
      case COUNT -> new CountAccumulator(false, order);
      case COUNTIF -> new CountAccumulator(true, order);
      case SUM -> new SumAccumulator(false, order);
      case AVG -> new SumAccumulator(true, order);
      case MIN -> new ExtremeAccumulator(-1, order);
      case MAX -> new ExtremeAccumulator(1, order);
      case MAKELIST -> new ListAccumulator(order);
      case MAKESET -> new SetAccumulator(order);
    };
  }

  /// An accumulator that has seen so many values which count; only COUNT can be told by a number.
  public static Accumulator counted(long values, ValueOrder order) {
    CountAccumulator count = new CountAccumulator(false, order);
    count.addAll(values);
    return count;
  }

  /// An accumulator with what another one has seen. Fails with CORRUPTED if that is no state of
  /// this function.
  public Accumulator restore(Value state, ValueOrder order) {
    Accumulator fresh = start(order);
    switch (fresh) {
      case CountAccumulator count -> count.addAll(States.number(state));
      case SumAccumulator sum -> sum.restore(state);
      case ExtremeAccumulator extreme -> extreme.restore(state);
      case ListAccumulator list -> States.parts(state).forEach(list::add);
      case SetAccumulator set -> States.parts(state).forEach(set::add);
    }
    return fresh;
  }
}
