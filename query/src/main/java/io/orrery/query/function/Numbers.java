// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Composite;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Scalar;
import io.orrery.model.value.Value.Undefined;
import java.math.BigDecimal;

/// Numbers in and out of calculations. A result has the type that a reader of its JSON would give
/// it: 3.0 is printed as `3`, so it is an int32.
public final class Numbers {
  /// From here on a double may be printed with digits that are not its own.
  private static final double EXACT_MAX = 0x1p53;

  private static final double TWO_TO_63 = 0x1p63;

  private Numbers() {}

  /// The value of a calculation's result; undefined for NaN and infinities.
  public static Value of(double result) {
    if (Math.abs(result) <= EXACT_MAX && result == (long) result) {
      return of((long) result);
    }
    return Double.isFinite(result) ? new Float64(result) : Undefined.UNDEFINED;
  }

  public static Value of(long result) {
    return (int) result == result ? new Int32((int) result) : new Int64(result);
  }

  /// The nearest double; NaN for what is no number.
  public static double toDouble(Value value) {
    return switch (value) {
      case Int32(int number) -> number;
      case Int64(long number) -> number;
      case Float64(double number) -> number;
      case Decimal128 decimal -> toDouble(decimal);
      case Decimal(BigDecimal decimal) -> decimal.doubleValue();
      case Scalar _, Composite _ -> Double.NaN;
    };
  }

  private static double toDouble(Decimal128 decimal) {
    if (decimal.isNaN()) {
      return Double.NaN;
    }
    if (decimal.isInfinite()) {
      return decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return decimal.toBigDecimal().doubleValue();
  }

  /// Whether the value is a number without fraction that fits 64 bits, whatever its type.
  public static boolean isInteger(Value value) {
    return switch (value) {
      case Int32 _, Int64 _ -> true;
      case Float64(double number) ->
          number >= -TWO_TO_63 && number < TWO_TO_63 && number == Math.rint(number);
      case Decimal128 decimal -> decimal.isFinite() && isInteger(decimal.toBigDecimal());
      case Decimal(BigDecimal decimal) -> isInteger(decimal);
      case Scalar _, Composite _ -> false;
    };
  }

  private static boolean isInteger(BigDecimal decimal) {
    double nearest = decimal.doubleValue();
    // Doubles first: a decimal may have thousands of digits before its point.
    return nearest >= -TWO_TO_63
        && nearest <= TWO_TO_63
        && decimal.stripTrailingZeros().scale() <= 0
        && decimal.toBigInteger().bitLength() < Long.SIZE;
  }

  /// The value of what [#isInteger].
  public static long toLong(Value value) {
    return switch (value) {
      case Int32(int number) -> number;
      case Int64(long number) -> number;
      case Float64(double number) -> (long) number;
      case Decimal128 decimal -> decimal.toBigDecimal().longValue();
      case Decimal(BigDecimal decimal) -> decimal.longValue();
      case Scalar _, Composite _ ->
          throw new IllegalArgumentException("not a number: " + value.kind());
    };
  }
}
