// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.value.Value;

/// A built-in function.
///
/// @param name as the documentation spells it; queries may write it in any case
/// @param argumentsMax [Integer#MAX_VALUE] when there is no limit
/// @param deterministic whether the same arguments give the same result all through one query
/// @param costly whether a call can take far longer than looking at its arguments does
public record Function(
    String name,
    int argumentsMin,
    int argumentsMax,
    boolean deterministic,
    boolean costly,
    Body body) {

  /// What the function does. Called with a number of arguments that the function takes; an argument
  /// without a value is [Value.Undefined].
  @FunctionalInterface
  public interface Body {
    Value apply(Value[] arguments, Surroundings surroundings);
  }

  /// What a function does that looks at nothing but its arguments.
  @FunctionalInterface
  interface Pure {
    Value apply(Value[] arguments);
  }

  static Function pure(String name, int arguments, Pure body) {
    return pure(name, arguments, arguments, body);
  }

  static Function pure(String name, int argumentsMin, int argumentsMax, Pure body) {
    return new Function(
        name, argumentsMin, argumentsMax, true, false, (arguments, _) -> body.apply(arguments));
  }

  static Function costly(String name, int argumentsMin, int argumentsMax, Pure body) {
    return new Function(
        name, argumentsMin, argumentsMax, true, true, (arguments, _) -> body.apply(arguments));
  }

  public boolean takes(int arguments) {
    return arguments >= argumentsMin && arguments <= argumentsMax;
  }
}
