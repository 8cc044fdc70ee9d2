// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.anyNullish;
import static io.orrery.api.mongo.expression.function.Operands.isNumber;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.util.function.DoubleUnaryOperator;

/// Powers, roots and logarithms. Of decimals, roots and whole powers have all digits; the others
/// those of a double.
final class Logarithms {
  private static final int POWER_MAX = 999_999_999;

  private Logarithms() {}

  static void addTo(FunctionTable table) {
    table.unary("$sqrt", Logarithms::root);
    table.unary("$exp", value -> real("$exp", value, Math::exp));
    table.unary("$ln", value -> positive("$ln", 28766, value, Math::log));
    table.unary("$log10", value -> positive("$log10", 28761, value, Math::log10));
    table.binary("$log", Logarithms::logarithm);
    table.binary("$pow", Logarithms::power);
  }

  static Value real(String name, Value value, DoubleUnaryOperator function) {
    if (Operands.isNullish(value)) {
      return Value.Null.NULL;
    }
    if (!isNumber(value)) {
      throw ArithmeticOperators.numbersOnly(name, value);
    }
    double result = function.applyAsDouble(BsonNumbers.toDouble(value));
    return value instanceof Value.Decimal128 ? Decimals.of(result) : new Value.Float64(result);
  }

  private static Value positive(
      String name, int location, Value value, DoubleUnaryOperator function) {
    if (isNumber(value) && BsonNumbers.toDouble(value) <= 0) {
      throw MongoFailure.at(
          location,
          "%s's argument must be a positive number, but is %s".formatted(name, text(value)));
    }
    return real(name, value, function);
  }

  static String text(Value number) {
    return number instanceof Value.Float64(double value)
        ? Conversions.text(value)
        : number instanceof Value.Decimal128 decimal
            ? decimal.toString()
            : BsonNumbers.findWhole(number).map(String::valueOf).orElse("?");
  }

  private static Value root(Value value) {
    if (isNumber(value) && BsonNumbers.toDouble(value) < 0) {
      throw MongoFailure.at(28714, "$sqrt's argument must be greater than or equal to 0");
    }
    return value instanceof Value.Decimal128 decimal && decimal.isFinite()
        ? Decimals.rounded(decimal.toBigDecimal().sqrt(MathContext.DECIMAL128))
        : real("$sqrt", value, Math::sqrt);
  }

  private static Value logarithm(Value value, Value base) {
    if (anyNullish(value, base)) {
      return Value.Null.NULL;
    }
    if (!isNumber(value)) {
      throw MongoFailure.at(28756, "$log's argument must be numeric, not " + type(value));
    }
    if (!isNumber(base)) {
      throw MongoFailure.at(28757, "$log's base must be numeric, not " + type(base));
    }
    double number = BsonNumbers.toDouble(value);
    double root = BsonNumbers.toDouble(base);
    if (number <= 0) {
      throw MongoFailure.at(
          28758, "$log's argument must be a positive number, but is " + text(value));
    }
    if (root <= 0 || root == 1) {
      throw MongoFailure.at(
          28759, "$log's base must be a positive number not equal to 1, but is " + text(base));
    }
    double result = Math.log(number) / Math.log(root);
    return ArithmeticOperators.widest(value, base) == Value.Kind.DECIMAL128
        ? Decimals.of(result)
        : new Value.Float64(result);
  }

  private static Value power(Value base, Value exponent) {
    if (anyNullish(base, exponent)) {
      return Value.Null.NULL;
    }
    if (!isNumber(base)) {
      throw MongoFailure.at(28762, "$pow's base must be numeric, not " + type(base));
    }
    if (!isNumber(exponent)) {
      throw MongoFailure.at(28763, "$pow's exponent must be numeric, not " + type(exponent));
    }
    double number = BsonNumbers.toDouble(base);
    double times = BsonNumbers.toDouble(exponent);
    if (number == 0 && times < 0) {
      throw MongoFailure.at(28764, "$pow cannot take a base of 0 and a negative exponent");
    }
    return switch (ArithmeticOperators.widest(base, exponent)) {
      case DECIMAL128 -> decimalPower(base, exponent);
      case FLOAT64 -> new Value.Float64(Math.pow(number, times));
      case Value.Kind type -> wholePower(type, base, exponent);
    };
  }

  private static Value decimalPower(Value base, Value exponent) {
    Value.Decimal128 number = Decimals.of(base);
    var times = BsonNumbers.findWhole(exponent);
    if (number.isFinite() && times.isPresent() && Math.abs(times.get()) <= POWER_MAX) {
      BigDecimal one = number.toBigDecimal();
      double size = Math.abs(BsonNumbers.toDouble(number));
      boolean fits = size == 0 || Math.abs(Math.log10(size) * times.get()) < 6000;
      if (fits) {
        return Decimals.rounded(one.pow(times.get().intValue(), MathContext.DECIMAL128));
      }
    }
    return Decimals.of(Math.pow(BsonNumbers.toDouble(base), BsonNumbers.toDouble(exponent)));
  }

  /// Whole as long as it fits a long.
  private static Value wholePower(Value.Kind type, Value base, Value exponent) {
    long number = BsonNumbers.findWhole(base).orElseThrow();
    long times = BsonNumbers.findWhole(exponent).orElseThrow();
    boolean trivial = Math.abs(number) <= 1;
    double rough = Math.pow((double) number, (double) times);
    if (!trivial && (times < 0 || Math.abs(rough) > 0x1p64)) {
      return new Value.Float64(rough);
    }
    if (trivial) {
      long result = times == 0 ? 1 : number == -1 && times % 2 == 0 ? 1 : number;
      return type == Value.Kind.INT32 ? Operands.whole(result) : new Value.Int64(result);
    }
    BigInteger result = BigInteger.valueOf(number).pow((int) times);
    if (result.bitLength() > 63) {
      return new Value.Float64(rough);
    }
    long whole = result.longValueExact();
    return type == Value.Kind.INT32 ? Operands.whole(whole) : new Value.Int64(whole);
  }
}
