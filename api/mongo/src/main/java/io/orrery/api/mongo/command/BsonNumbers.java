// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.util.Optional;

/// BsonNumbers of BSON's four types.
public final class BsonNumbers {
  private BsonNumbers() {}

  /// A number of the least type that holds it, as servers answer with.
  public static Value narrowest(long number) {
    return number == (int) number ? new Value.Int32((int) number) : new Value.Int64(number);
  }

  /// The nearest double.
  public static double toDouble(Value number) {
    return switch (number) {
      case Value.Int32(int value) -> value;
      case Value.Int64(long value) -> value;
      case Value.Float64(double value) -> value;
      case Value.Decimal128 decimal ->
          decimal.isFinite()
              ? decimal.toBigDecimal().doubleValue()
              : decimal.isNaN()
                  ? Double.NaN
                  : decimal.isNegative() ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
      case Value other -> throw new IllegalArgumentException("no number: " + other.kind());
    };
  }

  /// The number as a long, if it is whole and fits one.
  public static Optional<Long> findWhole(Value number) {
    return switch (number) {
      case Value.Int32(int value) -> Optional.of((long) value);
      case Value.Int64(long value) -> Optional.of(value);
      case Value.Float64(double value) ->
          value == Math.rint(value) && Math.abs(value) < 0x1p63
              ? Optional.of((long) value)
              : Optional.empty();
      case Value.Decimal128 decimal ->
          decimal.isFinite() ? findWhole(decimal.toBigDecimal()) : Optional.empty();
      case Value _ -> Optional.empty();
    };
  }

  private static Optional<Long> findWhole(BigDecimal decimal) {
    // A scale far below zero would make a number of as many digits.
    if (decimal.precision() - (long) decimal.scale() > 19) {
      return Optional.empty();
    }
    try {
      return Optional.of(decimal.longValueExact());
    } catch (ArithmeticException fractionOrTooLarge) {
      return Optional.empty();
    }
  }
}
