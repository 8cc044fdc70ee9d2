// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Composite;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Scalar;
import java.util.List;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleUnaryOperator;

/// Calculations with doubles. A result that is no finite number is undefined.
final class MathFunctions {
  static final List<Function> ALL =
      List.of(
          pure("ABS", 1, arguments -> absolute(arguments[0])),
          unary("ACOS", Math::acos),
          unary("ASIN", Math::asin),
          unary("ATAN", Math::atan),
          binary("ATN2", Math::atan2),
          whole("CEILING", Math::ceil),
          unary("COS", Math::cos),
          unary("COT", angle -> 1 / Math.tan(angle)),
          unary("DEGREES", radians -> 180 / Math.PI * radians),
          unary("EXP", Math::exp),
          whole("FLOOR", Math::floor),
          pure("LOG", 1, 2, MathFunctions::logarithm),
          unary("LOG10", Math::log10),
          pure("NumberBin", 1, 2, MathFunctions::bin),
          pure("PI", 0, _ -> Numbers.of(Math.PI)),
          binary("POWER", Math::pow),
          unary("RADIANS", degrees -> Math.PI * degrees / 180),
          new Function(
              "RAND", 0, 0, false, false, (_, surroundings) -> Numbers.of(surroundings.random())),
          whole("ROUND", MathFunctions::round),
          unary("SIGN", Math::signum),
          unary("SIN", Math::sin),
          unary("SQRT", Math::sqrt),
          unary("SQUARE", number -> number * number),
          unary("TAN", Math::tan),
          whole("TRUNC", MathFunctions::truncate));

  private MathFunctions() {}

  private static Function unary(String name, DoubleUnaryOperator operator) {
    return pure(
        name,
        1,
        // Not a number is NaN here, and so is the result.
        arguments -> Numbers.of(operator.applyAsDouble(Numbers.toDouble(arguments[0]))));
  }

  private static Function binary(String name, DoubleBinaryOperator operator) {
    return pure(
        name,
        2,
        arguments ->
            arguments[0].kind().isNumber() && arguments[1].kind().isNumber()
                ? Numbers.of(
                    operator.applyAsDouble(
                        Numbers.toDouble(arguments[0]), Numbers.toDouble(arguments[1])))
                : UNDEFINED);
  }

  /// A function that leaves whole numbers as they are, also those beyond the precision of doubles.
  private static Function whole(String name, DoubleUnaryOperator operator) {
    return pure(
        name,
        1,
        arguments ->
            Numbers.isInteger(arguments[0])
                ? Numbers.of(Numbers.toLong(arguments[0]))
                : Numbers.of(operator.applyAsDouble(Numbers.toDouble(arguments[0]))));
  }

  private static Value absolute(Value argument) {
    return switch (argument) {
      case Int32(int number) -> Numbers.of(Math.abs((long) number));
      case Int64(long number) when number != Long.MIN_VALUE -> Numbers.of(Math.abs(number));
      case Scalar _, Composite _ -> Numbers.of(Math.abs(Numbers.toDouble(argument)));
    };
  }

  private static Value logarithm(Value[] arguments) {
    double number = Numbers.toDouble(arguments[0]);
    if (arguments.length == 1) {
      return Numbers.of(Math.log(number));
    }
    double base = Numbers.toDouble(arguments[1]);
    // A quotient of logarithms may be off by the last digit.
    return Numbers.of(base == 10 ? Math.log10(number) : Math.log(number) / Math.log(base));
  }

  /// The beginning of the bin that holds the number.
  private static Value bin(Value[] arguments) {
    double number = Numbers.toDouble(arguments[0]);
    double size = arguments.length == 1 ? 1 : Numbers.toDouble(arguments[1]);
    return Numbers.of(Math.floor(number / size) * size);
  }

  /// Half away from zero.
  private static double round(double number) {
    double whole = truncate(number);
    return Math.abs(number - whole) >= 0.5 ? whole + Math.signum(number) : whole;
  }

  private static double truncate(double number) {
    return number < 0 ? Math.ceil(number) : Math.floor(number);
  }
}
