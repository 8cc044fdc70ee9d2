// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Numeric;
import java.math.BigDecimal;

/// Compares numbers of any two types exactly: nothing is rounded to the other's type.
final class NumberOrder {
  private static final double TWO_TO_63 = 0x1p63;

  private NumberOrder() {}

  static int compare(Value left, Value right) {
    if (isDecimal(left) || isDecimal(right)) {
      return compareDecimals(left, right);
    }
    if (left instanceof Float64(double leftDouble)) {
      return right instanceof Float64(double rightDouble)
          ? compareDoubles(leftDouble, rightDouble)
          : -compareMixed(integer(right), leftDouble);
    }
    return right instanceof Float64(double rightDouble)
        ? compareMixed(integer(left), rightDouble)
        : Long.compare(integer(left), integer(right));
  }

  private static boolean isDecimal(Value value) {
    return value instanceof Decimal128 || value instanceof Decimal;
  }

  private static long integer(Value value) {
    return value instanceof Int32(int number) ? number : ((Int64) value).value();
  }

  private static int compareDoubles(double left, double right) {
    if (left < right) {
      return -1;
    }
    if (left > right) {
      return 1;
    }
    // Equal, or at least one is NaN.
    return Boolean.compare(Double.isNaN(right), Double.isNaN(left));
  }

  private static int compareMixed(long left, double right) {
    if (Double.isNaN(right) || right < -TWO_TO_63) {
      return 1;
    }
    if (right >= TWO_TO_63) {
      return -1;
    }
    long whole = (long) right;
    return left != whole ? Long.compare(left, whole) : Double.compare(0, right - whole + 0.0);
  }

  /// Where infinities and NaN are involved, their doubles decide; otherwise the exact decimals.
  private static int compareDecimals(Value left, Value right) {
    double leftRank = rank((Numeric) left);
    double rightRank = rank((Numeric) right);
    return leftRank == 0 && rightRank == 0
        ? exact((Numeric) left).compareTo(exact((Numeric) right))
        : compareDoubles(leftRank, rightRank);
  }

  /// 0 for every finite number, otherwise the infinity or NaN it is.
  private static double rank(Numeric value) {
    return switch (value) {
      case Float64(double number) -> Double.isFinite(number) ? 0 : number;
      case Decimal128 decimal when decimal.isNaN() -> Double.NaN;
      case Decimal128 decimal when decimal.isInfinite() ->
          decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      case Int32 _, Int64 _, Decimal128 _, Decimal _ -> 0;
    };
  }

  private static BigDecimal exact(Numeric value) {
    return switch (value) {
      case Decimal128 decimal -> decimal.toBigDecimal();
      case Decimal(BigDecimal decimal) -> decimal;
      case Float64(double number) -> new BigDecimal(number);
      case Int32(int number) -> BigDecimal.valueOf(number);
      case Int64(long number) -> BigDecimal.valueOf(number);
    };
  }
}
