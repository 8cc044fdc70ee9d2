// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan.update;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.update.EditFailure.Kind;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Adds numbers by the rules of an API.
final class Additions {
  private Additions() {}

  /// Null after telling `failure` why there is no sum.
  static @Nullable Value sum(
      Value left, Value right, Edit.Arithmetic arithmetic, Consumer<Kind> failure) {
    if (!left.kind().isNumber() || !right.kind().isNumber()) {
      failure.accept(Kind.NOT_A_NUMBER);
      return null;
    }
    return switch (arithmetic) {
      case JSON -> json(left, right, failure);
      case TYPED -> typed(left, right, failure);
    };
  }

  private static @Nullable Value json(Value left, Value right, Consumer<Kind> failure) {
    if (isDecimal(left) || isDecimal(right)) {
      failure.accept(Kind.NOT_A_NUMBER);
      return null;
    }
    if (isWhole(left) && isWhole(right)) {
      long sum = whole(left) + whole(right);
      return overflows(whole(left), whole(right), sum)
          ? new Value.Float64((double) whole(left) + whole(right))
          : new Value.Int64(sum);
    }
    double sum = number(left) + number(right);
    if (!Double.isFinite(sum)) {
      failure.accept(Kind.SUM_OUT_OF_RANGE);
      return null;
    }
    return new Value.Float64(sum);
  }

  private static @Nullable Value typed(Value left, Value right, Consumer<Kind> failure) {
    if (isDecimal(left) || isDecimal(right)) {
      return decimal(left, right, failure);
    }
    if (!isWhole(left) || !isWhole(right)) {
      return new Value.Float64(number(left) + number(right));
    }
    long sum = whole(left) + whole(right);
    if (overflows(whole(left), whole(right), sum)) {
      failure.accept(Kind.SUM_OUT_OF_RANGE);
      return null;
    }
    boolean narrow = left instanceof Value.Int32 && right instanceof Value.Int32;
    return narrow && sum == (int) sum ? new Value.Int32((int) sum) : new Value.Int64(sum);
  }

  /// To 34 digits, rounded half to even.
  private static @Nullable Value decimal(Value left, Value right, Consumer<Kind> failure) {
    if (!isFinite(left) || !isFinite(right)) {
      return special(number(left) + number(right));
    }
    try {
      return Value.Decimal128.of(exact(left).add(exact(right), MathContext.DECIMAL128));
    } catch (OrreryException e) {
      if (e.code() != ErrorCode.INVALID_ARGUMENT) {
        throw e;
      }
      failure.accept(Kind.SUM_OUT_OF_RANGE);
      return null;
    }
  }

  private static Value special(double sum) {
    if (Double.isNaN(sum)) {
      return Value.Decimal128.NAN;
    }
    return sum > 0 ? Value.Decimal128.POSITIVE_INFINITY : Value.Decimal128.NEGATIVE_INFINITY;
  }

  private static boolean overflows(long left, long right, long sum) {
    return ((left ^ sum) & (right ^ sum)) < 0;
  }

  private static boolean isDecimal(Value value) {
    return value instanceof Value.Decimal128;
  }

  private static boolean isWhole(Value value) {
    return value instanceof Value.Int32 || value instanceof Value.Int64;
  }

  private static long whole(Value value) {
    return value instanceof Value.Int32(int number) ? number : ((Value.Int64) value).value();
  }

  private static boolean isFinite(Value value) {
    return value instanceof Value.Decimal128 decimal
        ? decimal.isFinite()
        : Double.isFinite(number(value));
  }

  /// A decimal that is not finite keeps what it is; a finite one is never asked.
  private static double number(Value value) {
    if (value instanceof Value.Decimal128 decimal) {
      if (decimal.isNaN()) {
        return Double.NaN;
      }
      return decimal.isFinite()
          ? 0
          : decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    return value instanceof Value.Float64(double number) ? number : whole(value);
  }

  private static BigDecimal exact(Value value) {
    if (value instanceof Value.Decimal128 decimal) {
      return decimal.toBigDecimal();
    }
    return value instanceof Value.Float64(double number)
        ? new BigDecimal(number)
        : BigDecimal.valueOf(whole(value));
  }
}
