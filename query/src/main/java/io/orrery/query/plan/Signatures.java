// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.function.Function;
import io.orrery.query.function.Functions;
import org.jspecify.annotations.Nullable;

/// The functions that queries can call, aggregates and the user's own aside.
@FunctionalInterface
public interface Signatures {
  /// Those of [Functions].
  Signatures BUILT_IN =
      name -> {
        Function function = Functions.find(name);
        return function == null
            ? null
            : new Signature(function.name(), function.argumentsMin(), function.argumentsMax());
      };

  /// The function of that name in any case; null if there is none.
  @Nullable Signature find(String name);

  /// What a function is called with.
  ///
  /// @param argumentsMax [Integer#MAX_VALUE] if there is no limit
  record Signature(String name, int argumentsMin, int argumentsMax) {
    boolean takes(int arguments) {
      return arguments >= argumentsMin && arguments <= argumentsMax;
    }
  }
}
