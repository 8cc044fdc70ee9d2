// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.value.Value;
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

  public Accumulator start() {
    return switch (this) {
      case COUNT -> new CountAccumulator(false);
      case COUNTIF -> new CountAccumulator(true);
      case SUM -> new SumAccumulator(false);
      case AVG -> new SumAccumulator(true);
      case MIN -> new ExtremeAccumulator(-1);
      case MAX -> new ExtremeAccumulator(1);
      case MAKELIST -> new ListAccumulator();
      case MAKESET -> new SetAccumulator();
    };
  }

  /// An accumulator that has seen so many values which count; only COUNT can be told by a number.
  public static Accumulator counted(long values) {
    CountAccumulator count = new CountAccumulator(false);
    count.addAll(values);
    return count;
  }

  /// An accumulator with what another one has seen. Fails with CORRUPTED if that is no state of
  /// this function.
  public Accumulator restore(Value state) {
    Accumulator fresh = start();
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
