// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import org.jspecify.annotations.Nullable;

/// The built-in functions there are, aggregates aside.
@FunctionalInterface
public interface Signatures {
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
