// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.anyNullish;
import static io.orrery.api.mongo.expression.function.Operands.isNumber;
import static io.orrery.api.mongo.expression.function.Operands.mismatch;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;

/// Sums, differences, products and what divides them. The wider type wins: int, long, double,
/// decimal. An int grows into a long, and a long into a double, rather than overflow.
public final class ArithmeticOperators {
  private ArithmeticOperators() {}

  static void addTo(FunctionTable table) {
    table.any("$add", ArithmeticOperators::addAll);
    table.any("$multiply", ArithmeticOperators::multiplyAll);
    table.binary("$subtract", ArithmeticOperators::subtract);
    table.binary("$divide", ArithmeticOperators::divide);
    table.binary("$mod", ArithmeticOperators::remainder);
    table.unary("$abs", ArithmeticOperators::absolute);
  }

  private static Value addAll(Value[] arguments) {
    Value total = new Value.Int32(0);
    Value.DateTime date = null;
    boolean nothing = false;
    for (Value each : arguments) {
      if (Operands.isNullish(each)) {
        nothing = true;
      } else if (each instanceof Value.DateTime one) {
        if (date != null) {
          throw MongoFailure.at(16612, "only one date allowed in an $add expression");
        }
        date = one;
      } else if (isNumber(each)) {
        total = add(total, each);
      } else {
        throw mismatch("$add only supports numeric or date types, not " + type(each));
      }
    }
    if (nothing) {
      return Value.Null.NULL;
    }
    return date == null ? total : shifted(date, total);
  }

  private static Value shifted(Value.DateTime date, Value millis) {
    try {
      return new Value.DateTime(Math.addExact(date.epochMilli(), wholeMillis(millis)), 0);
    } catch (ArithmeticException overflow) {
      throw new MongoFailure(MongoError.OVERFLOW, "date overflow");
    }
  }

  private static long wholeMillis(Value number) {
    return BsonNumbers.findWhole(number)
        .orElseGet(
            () -> {
              double millis = BsonNumbers.toDouble(number);
              if (Double.isNaN(millis) || Math.abs(millis) >= 0x1p63) {
                throw new ArithmeticException("milliseconds");
              }
              return Math.round(millis);
            });
  }

  /// The sum of two numbers.
  public static Value add(Value left, Value right) {
    return switch (widest(left, right)) {
      case DECIMAL128 ->
          Decimals.calculate(
              left, right, (a, b) -> a.add(b, MathContext.DECIMAL128), (a, b) -> a + b);
      case FLOAT64 -> new Value.Float64(BsonNumbers.toDouble(left) + BsonNumbers.toDouble(right));
      case Value.Kind type -> {
        long a = whole(left);
        long b = whole(right);
        long sum = a + b;
        boolean overflow = ((a ^ sum) & (b ^ sum)) < 0;
        yield overflow ? new Value.Float64((double) a + b) : typed(type, sum);
      }
    };
  }

  private static Value subtract(Value left, Value right) {
    if (anyNullish(left, right)) {
      return Value.Null.NULL;
    }
    if (left instanceof Value.DateTime from) {
      if (right instanceof Value.DateTime until) {
        return new Value.Int64(from.epochMilli() - until.epochMilli());
      }
      if (isNumber(right)) {
        return shifted(from, subtract(new Value.Int64(0), right));
      }
    }
    if (!isNumber(left) || !isNumber(right)) {
      throw mismatch("can't $subtract %s from %s".formatted(type(right), type(left)));
    }
    return switch (widest(left, right)) {
      case DECIMAL128 ->
          Decimals.calculate(
              left, right, (a, b) -> a.subtract(b, MathContext.DECIMAL128), (a, b) -> a - b);
      case FLOAT64 -> new Value.Float64(BsonNumbers.toDouble(left) - BsonNumbers.toDouble(right));
      case Value.Kind type -> {
        long a = whole(left);
        long b = whole(right);
        long difference = a - b;
        boolean overflow = ((a ^ b) & (a ^ difference)) < 0;
        yield overflow ? new Value.Float64((double) a - b) : typed(type, difference);
      }
    };
  }

  private static Value multiplyAll(Value[] arguments) {
    Value product = new Value.Int32(1);
    boolean nothing = false;
    for (Value each : arguments) {
      if (Operands.isNullish(each)) {
        nothing = true;
      } else if (isNumber(each)) {
        product = multiply(product, each);
      } else {
        throw mismatch("$multiply only supports numeric types, not " + type(each));
      }
    }
    return nothing ? Value.Null.NULL : product;
  }

  /// The product of two numbers.
  public static Value multiply(Value left, Value right) {
    return switch (widest(left, right)) {
      case DECIMAL128 ->
          Decimals.calculate(
              left, right, (a, b) -> a.multiply(b, MathContext.DECIMAL128), (a, b) -> a * b);
      case FLOAT64 -> new Value.Float64(BsonNumbers.toDouble(left) * BsonNumbers.toDouble(right));
      case Value.Kind type -> {
        long a = whole(left);
        long b = whole(right);
        long high = Math.multiplyHigh(a, b);
        long low = a * b;
        boolean fits = high == low >> 63;
        yield fits ? typed(type, low) : new Value.Float64((double) a * b);
      }
    };
  }

  private static Value divide(Value left, Value right) {
    if (anyNullish(left, right)) {
      return Value.Null.NULL;
    }
    if (!isNumber(left) || !isNumber(right)) {
      throw mismatch(
          "$divide only supports numeric types, not %s and %s".formatted(type(left), type(right)));
    }
    if (isZero(right)) {
      throw new MongoFailure(MongoError.BAD_VALUE, "can't $divide by zero");
    }
    return widest(left, right) == Value.Kind.DECIMAL128
        ? Decimals.calculate(
            left, right, (a, b) -> a.divide(b, MathContext.DECIMAL128), (a, b) -> a / b)
        : new Value.Float64(BsonNumbers.toDouble(left) / BsonNumbers.toDouble(right));
  }

  private static Value remainder(Value left, Value right) {
    if (anyNullish(left, right)) {
      return Value.Null.NULL;
    }
    if (!isNumber(left) || !isNumber(right)) {
      throw MongoFailure.at(
          16611,
          "$mod only supports numeric types, not %s and %s".formatted(type(left), type(right)));
    }
    if (isZero(right)) {
      throw MongoFailure.at(16610, "can't $mod by zero");
    }
    return switch (widest(left, right)) {
      case DECIMAL128 ->
          Decimals.calculate(left, right, ArithmeticOperators::remainder, (a, b) -> a % b);
      case FLOAT64 -> new Value.Float64(BsonNumbers.toDouble(left) % BsonNumbers.toDouble(right));
      case Value.Kind type -> {
        long divisor = whole(right);
        yield typed(type, divisor == -1 ? 0 : whole(left) % divisor);
      }
    };
  }

  /// A number of thousands of digits is no remainder that anybody waits for.
  private static BigDecimal remainder(BigDecimal left, BigDecimal right) {
    long digits = (long) left.precision() - left.scale() - (right.precision() - right.scale());
    return digits > 6144
        ? new BigDecimal(left.doubleValue() % right.doubleValue())
        : left.remainder(right);
  }

  private static Value absolute(Value number) {
    return switch (number) {
      case Value.Undefined _, Value.Null _ -> Value.Null.NULL;
      case Value.Int32(int value) -> Operands.whole(Math.abs((long) value));
      case Value.Int64(long value) -> {
        if (value == Long.MIN_VALUE) {
          throw MongoFailure.at(28680, "can't take $abs of long long min");
        }
        yield new Value.Int64(Math.abs(value));
      }
      case Value.Float64(double value) -> new Value.Float64(Math.abs(value));
      case Value.Decimal128(long high, long low) ->
          new Value.Decimal128(high & Long.MAX_VALUE, low);
      case Value other -> throw numbersOnly("$abs", other);
    };
  }

  static MongoFailure numbersOnly(String name, Value value) {
    return MongoFailure.at(28765, name + " only supports numeric types, not " + type(value));
  }

  /// The type that a calculation with both has.
  static Value.Kind widest(Value left, Value right) {
    return left.kind().compareTo(right.kind()) >= 0 ? left.kind() : right.kind();
  }

  private static long whole(Value number) {
    return number instanceof Value.Int32(int small) ? small : ((Value.Int64) number).value();
  }

  private static Value typed(Value.Kind type, long number) {
    return type == Value.Kind.INT32 ? Operands.whole(number) : new Value.Int64(number);
  }

  private static boolean isZero(Value number) {
    return number instanceof Value.Decimal128 decimal
        ? decimal.isFinite() && decimal.toBigDecimal().signum() == 0
        : BsonNumbers.toDouble(number) == 0;
  }
}
