// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.model.value.Value;

/// Makes one value of some. Undefined stands for what is missing, in both directions.
@FunctionalInterface
public interface ValueFunction {
  Value apply(Value[] arguments);

  /// Of one argument.
  @FunctionalInterface
  interface Unary {
    Value apply(Value argument);
  }

  /// Of two arguments.
  @FunctionalInterface
  interface Binary {
    Value apply(Value first, Value second);
  }
}
