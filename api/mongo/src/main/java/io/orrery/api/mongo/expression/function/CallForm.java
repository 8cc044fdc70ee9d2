// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.model.value.Value;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a function is called.
public sealed interface CallForm {

  ValueFunction function();

  /// By a list of arguments, or by one that stands alone.
  ///
  /// @param most [Integer#MAX_VALUE] for any number
  record Positional(int least, int most, ValueFunction function) implements CallForm {}

  /// By an object of named arguments.
  ///
  /// @param notObject what is refused where there is no object
  /// @param unknown what is refused where there is a name too many
  record Named(List<Parameter> parameters, int notObject, int unknown, ValueFunction function)
      implements CallForm {
    public Named {
      parameters = List.copyOf(parameters);
    }
  }

  /// By an object with `date` and `timezone`, or by a date alone.
  record OfDate(ValueFunction function) implements CallForm {}

  /// A named argument.
  ///
  /// @param missing what is refused where it is not given
  /// @param otherwise what it is where it is not given; null if it must be
  record Parameter(String name, int missing, @Nullable Value otherwise) {
    static Parameter required(String name, int missing) {
      return new Parameter(name, missing, null);
    }

    static Parameter optional(String name, Value otherwise) {
      return new Parameter(name, 0, otherwise);
    }
  }
}
