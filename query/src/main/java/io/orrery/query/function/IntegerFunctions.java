// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import java.util.List;
import java.util.function.LongBinaryOperator;

/// Calculations with 64-bit integers. They wrap around when they overflow, and shifts count modulo
/// 64; an argument that is no integer makes the result undefined.
final class IntegerFunctions {
  static final List<Function> ALL =
      List.of(
          binary("IntAdd", (left, right) -> left + right),
          binary("IntBitAnd", (left, right) -> left & right),
          binary("IntBitLeftShift", (left, right) -> left << right),
          pure("IntBitNot", 1, arguments -> complement(arguments[0])),
          binary("IntBitOr", (left, right) -> left | right),
          binary("IntBitRightShift", (left, right) -> left >> right),
          binary("IntBitXor", (left, right) -> left ^ right),
          divisive("IntDiv", (left, right) -> left / right),
          divisive("IntMod", (left, right) -> left % right),
          binary("IntMul", (left, right) -> left * right),
          binary("IntSub", (left, right) -> left - right));

  private IntegerFunctions() {}

  private static Function binary(String name, LongBinaryOperator operator) {
    return pure(
        name,
        2,
        arguments ->
            Numbers.isInteger(arguments[0]) && Numbers.isInteger(arguments[1])
                ? apply(operator, arguments)
                : UNDEFINED);
  }

  /// An operator that has no result for 0 on its right.
  private static Function divisive(String name, LongBinaryOperator operator) {
    return pure(
        name,
        2,
        arguments ->
            Numbers.isInteger(arguments[0])
                    && Numbers.isInteger(arguments[1])
                    && Numbers.toLong(arguments[1]) != 0
                ? apply(operator, arguments)
                : UNDEFINED);
  }

  private static Value apply(LongBinaryOperator operator, Value[] arguments) {
    return Numbers.of(
        operator.applyAsLong(Numbers.toLong(arguments[0]), Numbers.toLong(arguments[1])));
  }

  private static Value complement(Value argument) {
    return Numbers.isInteger(argument) ? Numbers.of(~Numbers.toLong(argument)) : UNDEFINED;
  }
}
