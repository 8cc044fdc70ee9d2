// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Logarithms.real;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.function.DoubleUnaryOperator;

/// Angles. Decimals have the digits of a double.
final class Trigonometry {
  private Trigonometry() {}

  static void addTo(FunctionTable table) {
    double endless = Double.POSITIVE_INFINITY;
    bounded(table, "$sin", -Double.MAX_VALUE, Double.MAX_VALUE, Math::sin);
    bounded(table, "$cos", -Double.MAX_VALUE, Double.MAX_VALUE, Math::cos);
    bounded(table, "$tan", -Double.MAX_VALUE, Double.MAX_VALUE, Math::tan);
    bounded(table, "$asin", -1, 1, Math::asin);
    bounded(table, "$acos", -1, 1, Math::acos);
    bounded(table, "$acosh", 1, endless, Trigonometry::areaCosine);
    bounded(table, "$atanh", -1, 1, Trigonometry::areaTangent);
    table.unary("$atan", value -> real("$atan", value, Math::atan));
    table.unary("$asinh", value -> real("$asinh", value, Trigonometry::areaSine));
    table.unary("$sinh", value -> real("$sinh", value, Math::sinh));
    table.unary("$cosh", value -> real("$cosh", value, Math::cosh));
    table.unary("$tanh", value -> real("$tanh", value, Math::tanh));
    table.unary("$degreesToRadians", value -> real("$degreesToRadians", value, Math::toRadians));
    table.unary("$radiansToDegrees", value -> real("$radiansToDegrees", value, Math::toDegrees));
    table.binary("$atan2", Trigonometry::direction);
  }

  private static void bounded(
      FunctionTable table, String name, double least, double most, DoubleUnaryOperator function) {
    table.unary(
        name,
        value -> {
          double number = Operands.isNumber(value) ? BsonNumbers.toDouble(value) : least;
          if (number < least || number > most) {
            throw MongoFailure.at(
                50989,
                "cannot apply %s to %s, value must be in %s"
                    .formatted(name, Logarithms.text(value), range(least, most)));
          }
          return real(name, value, function);
        });
  }

  private static String range(double least, double most) {
    return Math.abs(least) > 1
        ? "(-inf,inf)"
        : Double.isInfinite(most) ? "[1,inf]" : "[%d,%d]".formatted((int) least, (int) most);
  }

  private static double areaSine(double x) {
    double size = Math.abs(x);
    double root =
        Double.isInfinite(x)
            ? x
            : Math.log1p(size + size * size / (1 + Math.sqrt(size * size + 1)));
    return Math.copySign(root, x);
  }

  private static double areaCosine(double x) {
    return Double.isInfinite(x) ? x : Math.log(x + Math.sqrt(x - 1) * Math.sqrt(x + 1));
  }

  private static double areaTangent(double x) {
    return (Math.log1p(x) - Math.log1p(-x)) / 2;
  }

  private static Value direction(Value y, Value x) {
    if (Operands.anyNullish(y, x)) {
      return Value.Null.NULL;
    }
    if (!Operands.isNumber(y)) {
      throw MongoFailure.at(51044, "$atan2 only supports numeric types, not " + Operands.type(y));
    }
    if (!Operands.isNumber(x)) {
      throw MongoFailure.at(51045, "$atan2 only supports numeric types, not " + Operands.type(x));
    }
    double angle = Math.atan2(BsonNumbers.toDouble(y), BsonNumbers.toDouble(x));
    return ArithmeticOperators.widest(y, x) == Value.Kind.DECIMAL128
        ? Decimals.of(angle)
        : new Value.Float64(angle);
  }
}
