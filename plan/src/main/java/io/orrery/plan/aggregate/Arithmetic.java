// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.aggregate;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Numeric;
import io.orrery.model.value.Value.Undefined;
import java.math.BigDecimal;
import java.math.MathContext;

/// Adds, multiplies and so on.
///
/// Integers stay integers, exactly, as long as the result is one of 64 bits; then, and with
/// fractions, numbers are doubles as in JavaScript. Decimals stay decimals of 34 digits. Whatever
/// is no finite number, or has an operand that is none, is undefined: `1 / 0`, `'a' + 1`.
public final class Arithmetic {
  private Arithmetic() {}

  public static Value add(Value left, Value right) {
    if (isInteger(left) && isInteger(right)) {
      long x = integer(left);
      long y = integer(right);
      long sum = x + y;
      // The sign differs from that of both operands exactly if the sum does not fit.
      return ((x ^ sum) & (y ^ sum)) < 0 ? number((double) x + (double) y) : number(sum);
    }
    return isDecimal(left, right)
        ? decimal(exact(left), exact(right), (x, y) -> x.add(y, MathContext.DECIMAL128))
        : number(toDouble(left) + toDouble(right));
  }

  public static Value subtract(Value left, Value right) {
    if (isInteger(left) && isInteger(right)) {
      long x = integer(left);
      long y = integer(right);
      long difference = x - y;
      return ((x ^ y) & (x ^ difference)) < 0
          ? number((double) x - (double) y)
          : number(difference);
    }
    return isDecimal(left, right)
        ? decimal(exact(left), exact(right), (x, y) -> x.subtract(y, MathContext.DECIMAL128))
        : number(toDouble(left) - toDouble(right));
  }

  public static Value multiply(Value left, Value right) {
    if (isInteger(left) && isInteger(right)) {
      long x = integer(left);
      long y = integer(right);
      long low = x * y;
      return Math.multiplyHigh(x, y) == low >> 63 ? number(low) : number((double) x * (double) y);
    }
    return isDecimal(left, right)
        ? decimal(exact(left), exact(right), (x, y) -> x.multiply(y, MathContext.DECIMAL128))
        : number(toDouble(left) * toDouble(right));
  }

  public static Value divide(Value left, Value right) {
    if (isInteger(left) && isInteger(right)) {
      long x = integer(left);
      long y = integer(right);
      // -2^63 / -1 is the one quotient of integers that does not fit.
      boolean whole = y != 0 && x % y == 0 && !(y == -1 && x == Long.MIN_VALUE);
      return whole ? number(x / y) : number((double) x / (double) y);
    }
    return isDecimal(left, right)
        ? decimal(exact(left), exact(right), Arithmetic::quotient)
        : number(toDouble(left) / toDouble(right));
  }

  /// The remainder has the sign of the left operand, as in JavaScript.
  public static Value modulo(Value left, Value right) {
    if (isInteger(left) && isInteger(right)) {
      long y = integer(right);
      return y == 0 ? Undefined.UNDEFINED : number(integer(left) % y);
    }
    return isDecimal(left, right)
        ? decimal(exact(left), exact(right), Arithmetic::remainder)
        : number(toDouble(left) % toDouble(right));
  }

  public static Value minus(Value operand) {
    return operand instanceof Numeric number ? negated(number) : Undefined.UNDEFINED;
  }

  private static Value negated(Numeric operand) {
    return switch (operand) {
      case Int32(int number) -> number(-(long) number);
      case Int64(long number) ->
          number == Long.MIN_VALUE ? number(-(double) number) : number(-number);
      case Float64(double number) -> new Float64(-number);
      case Decimal128 decimal when decimal.isFinite() ->
          Decimal128.of(decimal.toBigDecimal().negate());
      case Decimal128 _ -> Undefined.UNDEFINED;
      case Decimal(BigDecimal decimal) -> new Decimal(decimal.negate());
    };
  }

  public static Value plus(Value operand) {
    return operand.kind().isNumber() ? operand : Undefined.UNDEFINED;
  }

  public static Value number(long value) {
    return NumberValues.of(value);
  }

  /// Undefined unless finite.
  public static Value number(double value) {
    return NumberValues.of(value);
  }

  public static boolean isInteger(Value value) {
    return NumberValues.isInteger(value);
  }

  public static long integer(Value value) {
    return NumberValues.integer(value);
  }

  /// NaN for what is no number.
  public static double toDouble(Value value) {
    return value instanceof Numeric number ? toDouble(number) : Double.NaN;
  }

  private static double toDouble(Numeric value) {
    return switch (value) {
      case Int32(int number) -> number;
      case Int64(long number) -> (double) number;
      case Float64(double number) -> number;
      case Decimal128 decimal when decimal.isFinite() -> decimal.toBigDecimal().doubleValue();
      case Decimal128 _ -> Double.NaN;
      case Decimal(BigDecimal decimal) -> decimal.doubleValue();
    };
  }

  private static boolean isDecimal(Value left, Value right) {
    return (left instanceof Decimal128 || right instanceof Decimal128)
        && isFinite(left)
        && isFinite(right);
  }

  private static boolean isFinite(Value value) {
    return value instanceof Numeric number
        && switch (number) {
          case Int32 _, Int64 _ -> true;
          case Float64(double any) -> Double.isFinite(any);
          case Decimal128 decimal -> decimal.isFinite();
          case Decimal _ -> false; // is calculated with as a double
        };
  }

  public static BigDecimal exact(Value finite) {
    return switch ((Numeric) finite) {
      case Decimal128 decimal -> decimal.toBigDecimal();
      case Decimal(BigDecimal decimal) -> decimal;
      case Float64(double number) -> new BigDecimal(number);
      case Int32(int number) -> BigDecimal.valueOf(number);
      case Int64(long number) -> BigDecimal.valueOf(number);
    };
  }

  private interface DecimalOperation {
    BigDecimal apply(BigDecimal left, BigDecimal right);
  }

  private static Value decimal(BigDecimal left, BigDecimal right, DecimalOperation operation) {
    try {
      return Decimal128.of(operation.apply(left, right).round(MathContext.DECIMAL128));
    } catch (ArithmeticException | OrreryException noSuchNumber) {
      return Undefined.UNDEFINED;
    }
  }

  private static BigDecimal quotient(BigDecimal left, BigDecimal right) {
    return left.divide(right, MathContext.DECIMAL128);
  }

  private static BigDecimal remainder(BigDecimal left, BigDecimal right) {
    return left.remainder(right, MathContext.DECIMAL128);
  }
}
