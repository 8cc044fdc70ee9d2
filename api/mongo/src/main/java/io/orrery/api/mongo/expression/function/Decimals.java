// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Decimal128;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.function.BinaryOperator;
import java.util.function.DoubleBinaryOperator;

/// Calculation with decimals of 34 digits. What is not finite is calculated as doubles are.
public final class Decimals {
  /// A double has so many digits that can be relied upon, and becomes a decimal with these.
  private static final int DOUBLE_DIGITS = 15;

  private static final int EXPONENT_MAX = 6144;
  private static final int EXPONENT_MIN = -6176;

  private Decimals() {}

  static Decimal128 calculate(
      Value left, Value right, BinaryOperator<BigDecimal> exact, DoubleBinaryOperator endless) {
    Decimal128 one = of(left);
    Decimal128 other = of(right);
    return one.isFinite() && other.isFinite()
        ? rounded(exact.apply(one.toBigDecimal(), other.toBigDecimal()))
        : of(endless.applyAsDouble(BsonNumbers.toDouble(one), BsonNumbers.toDouble(other)));
  }

  /// Any number as a decimal.
  public static Decimal128 of(Value number) {
    return switch (number) {
      case Value.Int32(int value) -> Decimal128.of(BigDecimal.valueOf(value));
      case Value.Int64(long value) -> Decimal128.of(BigDecimal.valueOf(value));
      case Value.Float64(double value) -> of(value);
      case Decimal128 decimal -> decimal;
      case Value other -> throw new IllegalArgumentException("no number: " + other.kind());
    };
  }

  static Decimal128 of(double value) {
    if (Double.isNaN(value)) {
      return Decimal128.NAN;
    }
    if (Double.isInfinite(value)) {
      return value > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
    }
    if (value == 0) {
      return 1 / value < 0 ? Decimal128.NEGATIVE_ZERO : Decimal128.of(BigDecimal.ZERO);
    }
    BigDecimal digits =
        new BigDecimal(value).round(new MathContext(DOUBLE_DIGITS, RoundingMode.HALF_EVEN));
    return Decimal128.of(digits.setScale(digits.scale() + DOUBLE_DIGITS - digits.precision()));
  }

  /// The nearest decimal; endless where it is too large.
  public static Decimal128 rounded(BigDecimal value) {
    BigDecimal digits = value.round(MathContext.DECIMAL128);
    long exponent = (long) digits.precision() - digits.scale() - 1;
    if (digits.signum() != 0 && exponent > EXPONENT_MAX) {
      return digits.signum() > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
    }
    if (digits.scale() > -EXPONENT_MIN) {
      digits = digits.setScale(-EXPONENT_MIN, RoundingMode.HALF_EVEN);
    }
    try {
      return Decimal128.of(digits);
    } catch (OrreryException outOfRange) {
      return digits.signum() == 0
          ? Decimal128.of(BigDecimal.ZERO)
          : digits.signum() > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
    }
  }
}
