// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value.Decimal128;
import java.math.BigDecimal;
import java.math.BigInteger;

/// The bits of a decimal128 in binary-integer form: one sign bit, 14 bits of biased exponent, 113
/// bits of coefficient. A coefficient above 10^34 - 1, which includes the whole second layout of
/// the standard (the one whose first two bits after the sign are 11), counts as 0.
final class BinaryIntegerDecimal {
  private static final int DIGITS_MAX = 34;
  private static final int EXPONENT_MIN = -6176;
  private static final int EXPONENT_MAX = 6111;
  private static final long SIGN = Long.MIN_VALUE;
  private static final long COEFFICIENT_HIGH = (1L << 49) - 1;
  private static final BigInteger COEFFICIENT_MAX =
      BigInteger.TEN.pow(DIGITS_MAX).subtract(BigInteger.ONE);

  private BinaryIntegerDecimal() {}

  static boolean isNaN(long high) {
    return (high & 0x7C00_0000_0000_0000L) == 0x7C00_0000_0000_0000L;
  }

  static boolean isInfinite(long high) {
    return (high & 0x7C00_0000_0000_0000L) == 0x7800_0000_0000_0000L;
  }

  static Decimal128 encode(BigDecimal value) {
    BigDecimal fitted = fit(value);
    BigInteger coefficient = fitted.unscaledValue().abs();
    long exponent = -(long) fitted.scale() - EXPONENT_MIN;
    long high = (exponent << 49) | coefficient.shiftRight(64).longValue();
    return new Decimal128(value.signum() < 0 ? high | SIGN : high, coefficient.longValue());
  }

  /// The same value with at most 34 digits and an exponent in range: drops trailing zeros where
  /// there are too many digits, appends some where the exponent is too high.
  private static BigDecimal fit(BigDecimal value) {
    if (value.signum() == 0) {
      return value.setScale(Math.clamp(value.scale(), -EXPONENT_MAX, -EXPONENT_MIN));
    }
    BigDecimal fitted = value;
    if (value.precision() > DIGITS_MAX || value.scale() > -EXPONENT_MIN) {
      BigDecimal stripped = value.stripTrailingZeros();
      int scale = Math.min(value.scale(), -EXPONENT_MIN);
      int spare = DIGITS_MAX - stripped.precision();
      if (spare < 0 || stripped.scale() > scale) {
        throw outOfRange();
      }
      fitted = stripped.setScale((int) Math.min(scale, (long) stripped.scale() + spare));
    }
    if (fitted.scale() < -EXPONENT_MAX) {
      if (fitted.precision() - (long) fitted.scale() - EXPONENT_MAX > DIGITS_MAX) {
        throw outOfRange();
      }
      fitted = fitted.setScale(-EXPONENT_MAX);
    }
    return fitted;
  }

  static BigDecimal decode(Decimal128 decimal) {
    if (!decimal.isFinite()) {
      throw new ArithmeticException(text(decimal) + " has no BigDecimal");
    }
    BigInteger coefficient = coefficient(decimal);
    return new BigDecimal(
        decimal.isNegative() ? coefficient.negate() : coefficient, scale(decimal));
  }

  static String text(Decimal128 decimal) {
    if (decimal.isNaN()) {
      return "NaN";
    }
    if (decimal.isInfinite()) {
      return decimal.isNegative() ? "-Infinity" : "Infinity";
    }
    String magnitude = new BigDecimal(coefficient(decimal), scale(decimal)).toString();
    return decimal.isNegative() ? "-" + magnitude : magnitude;
  }

  private static boolean hasSecondLayout(Decimal128 decimal) {
    return (decimal.high() & 0x6000_0000_0000_0000L) == 0x6000_0000_0000_0000L;
  }

  private static int scale(Decimal128 decimal) {
    int shift = hasSecondLayout(decimal) ? 47 : 49;
    return -((int) ((decimal.high() >>> shift) & 0x3FFF) + EXPONENT_MIN);
  }

  private static BigInteger coefficient(Decimal128 decimal) {
    if (hasSecondLayout(decimal)) {
      return BigInteger.ZERO;
    }
    long high = decimal.high() & COEFFICIENT_HIGH;
    BigInteger low = new BigInteger(Long.toUnsignedString(decimal.low()));
    BigInteger coefficient = BigInteger.valueOf(high).shiftLeft(64).or(low);
    return coefficient.compareTo(COEFFICIENT_MAX) > 0 ? BigInteger.ZERO : coefficient;
  }

  private static OrreryException outOfRange() {
    return new OrreryException(
        ErrorCode.INVALID_ARGUMENT,
        "The number does not fit a decimal128: it has more than 34 digits or is out of range.");
  }
}
