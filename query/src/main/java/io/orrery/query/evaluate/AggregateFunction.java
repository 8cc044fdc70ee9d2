// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

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

  Accumulator start() {
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
}
