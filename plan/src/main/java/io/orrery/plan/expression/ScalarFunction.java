// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.expression;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.aggregate.NumberValues;
import java.util.List;
import java.util.function.BiPredicate;

/// Functions that plans know by themselves. They look at nothing but their arguments, make nothing
/// that is longer than these, and never fail: what has arguments of other types is undefined. So
/// they may also be evaluated where a command is applied, on any machine: nothing is here that
/// depends on a version of Unicode, as letters' cases do. They stand in messages by their numbers:
/// new ones go to the end.
public enum ScalarFunction {
  /// Of a text, in UTF-16 units.
  LENGTH,
  /// Whether one text contains another.
  CONTAINS,
  STARTS_WITH,
  ENDS_WITH,
  ARRAY_LENGTH,
  /// Whether an array has an element that is the same value all the way down.
  ARRAY_CONTAINS;

  /// What it gives.
  ///
  /// @param arguments as many as the function takes; undefined for those without a value
  public Value apply(Value... arguments) {
    return switch (this) {
      case LENGTH ->
          arguments[0] instanceof Text(String text) ? NumberValues.of(text.length()) : UNDEFINED;
      case CONTAINS -> compare(arguments, String::contains);
      case STARTS_WITH -> compare(arguments, String::startsWith);
      case ENDS_WITH -> compare(arguments, String::endsWith);
      case ARRAY_LENGTH ->
          arguments[0] instanceof Array(List<Value> elements)
              ? NumberValues.of(elements.size())
              : UNDEFINED;
      case ARRAY_CONTAINS ->
          arguments[0] instanceof Array(List<Value> elements) && arguments[1] != UNDEFINED
              ? Bool.of(contains(elements, arguments[1]))
              : UNDEFINED;
    };
  }

  /// Whether so many arguments make sense.
  public boolean takes(int arguments) {
    return switch (this) {
      case LENGTH, ARRAY_LENGTH -> arguments == 1;
      case CONTAINS, STARTS_WITH, ENDS_WITH, ARRAY_CONTAINS -> arguments == 2;
    };
  }

  /// Whether one of the elements is the value sought; numbers are, whatever their types.
  public static boolean contains(List<Value> elements, Value sought) {
    for (Value element : elements) {
      if (ValueOrder.SQL.compare(element, sought) == 0) {
        return true;
      }
    }
    return false;
  }

  private static Value compare(Value[] arguments, BiPredicate<String, String> comparison) {
    return arguments[0] instanceof Text(String text) && arguments[1] instanceof Text(String part)
        ? Bool.of(comparison.test(text, part))
        : UNDEFINED;
  }
}
