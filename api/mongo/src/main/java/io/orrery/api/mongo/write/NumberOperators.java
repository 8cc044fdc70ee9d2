// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.math.MathContext;

/// What operators make of a number. Undefined stands for what is not there.
final class NumberOperators {
  private NumberOperators() {}

  /// The wider type of the two wins; an int32 grows into an int64, and that fails if it would have
  /// to grow. What is not there becomes zero.
  static Value multiply(String path, Value current, Value factor) {
    Value one = current == Value.Undefined.UNDEFINED ? new Value.Int32(0) : current;
    if (!one.kind().isNumber()) {
      throw new MongoFailure(
          MongoError.TYPE_MISMATCH,
          "Cannot apply $mul to a value of non-numeric type: the field '%s' has the type %s"
              .formatted(path, BsonType.name(one)));
    }
    if (one instanceof Value.Decimal128 || factor instanceof Value.Decimal128) {
      return decimal(one, factor);
    }
    if (one instanceof Value.Float64 || factor instanceof Value.Float64) {
      return new Value.Float64(BsonNumbers.toDouble(one) * BsonNumbers.toDouble(factor));
    }
    long product;
    try {
      product = Math.multiplyExact(whole(one), whole(factor));
    } catch (ArithmeticException overflow) {
      throw new MongoFailure(
          MongoError.BAD_VALUE, "Failed to apply $mul to the field '%s'".formatted(path));
    }
    boolean small = one instanceof Value.Int32 && factor instanceof Value.Int32;
    return small && product == (int) product
        ? new Value.Int32((int) product)
        : new Value.Int64(product);
  }

  private static long whole(Value number) {
    return BsonNumbers.findWhole(number).orElseThrow(ArithmeticException::new);
  }

  private static Value decimal(Value one, Value other) {
    double rough = BsonNumbers.toDouble(one) * BsonNumbers.toDouble(other);
    if (Double.isNaN(rough)) {
      return Value.Decimal128.NAN;
    }
    BigDecimal left = exact(one);
    BigDecimal right = exact(other);
    return Value.Decimal128.of(left.multiply(right, MathContext.DECIMAL128));
  }

  private static BigDecimal exact(Value number) {
    return switch (number) {
      case Value.Int32(int small) -> BigDecimal.valueOf(small);
      case Value.Int64(long large) -> BigDecimal.valueOf(large);
      case Value.Float64(double value) when Double.isFinite(value) ->
          new BigDecimal(value, MathContext.DECIMAL128);
      case Value.Decimal128 decimal when decimal.isFinite() -> decimal.toBigDecimal();
      case Value other ->
          throw new MongoFailure(
              MongoError.BAD_VALUE, "Cannot multiply with " + BsonType.name(other) + " infinity");
    };
  }

  static Value bits(String path, Value current, Value operand) {
    if (!(operand instanceof Value.Document operations) || operations.properties().isEmpty()) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "The $bit modifier is not compatible with a %s".formatted(BsonType.name(operand)));
    }
    Value result = current == Value.Undefined.UNDEFINED ? new Value.Int32(0) : current;
    for (var each : operations.properties().entrySet()) {
      result = bits(path, result, each.getKey(), each.getValue());
    }
    return result;
  }

  private static Value bits(String path, Value current, String operation, Value operand) {
    boolean whole = isWhole(current) && isWhole(operand);
    if (!whole) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "Cannot apply $bit to a value of non-integral type at '%s'".formatted(path));
    }
    long one = whole(current);
    long other = whole(operand);
    long result =
        switch (operation) {
          case "and" -> one & other;
          case "or" -> one | other;
          case "xor" -> one ^ other;
          default ->
              throw new MongoFailure(
                  MongoError.BAD_VALUE,
                  "The $bit modifier only supports 'and', 'or', and 'xor', not '%s'"
                      .formatted(operation));
        };
    boolean small = current instanceof Value.Int32 && operand instanceof Value.Int32;
    return small ? new Value.Int32((int) result) : new Value.Int64(result);
  }

  private static boolean isWhole(Value value) {
    return value instanceof Value.Int32 || value instanceof Value.Int64;
  }
}
