// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// What functions ask of their arguments.
public final class Operands {
  private Operands() {}

  /// Null, missing or undefined. Stands for an argument that was not given. It is known by itself:
  /// no document holds it, and every value that one might hold can be given.
  static final Value ABSENT = new Value.Array(List.of());

  @SuppressWarnings("ReferenceEquality") // An empty array that was given is equal and present.
  static boolean isAbsent(Value value) {
    return value == ABSENT;
  }

  public static boolean isNullish(Value value) {
    return value == Value.Null.NULL || value == Value.Undefined.UNDEFINED;
  }

  static boolean anyNullish(Value... values) {
    for (Value value : values) {
      if (isNullish(value)) {
        return true;
      }
    }
    return false;
  }

  static boolean isNumber(Value value) {
    return value.kind().isNumber();
  }

  static boolean isNaN(Value value) {
    return isNumber(value) && Double.isNaN(BsonNumbers.toDouble(value));
  }

  /// Whether a value counts as true: all do but false, zero, null and what is missing.
  public static boolean isTrue(Value value) {
    return switch (value) {
      case Value.Undefined _, Value.Null _ -> false;
      case Value.Bool bool -> bool.isTrue();
      case Value.Decimal128 decimal -> !decimal.isFinite() || decimal.toBigDecimal().signum() != 0;
      case Value number when number.kind().isNumber() -> BsonNumbers.toDouble(number) != 0;
      case Value _ -> true;
    };
  }

  static String type(Value value) {
    return BsonType.name(value);
  }

  /// The values of an array; refuses what is none.
  static List<Value> array(Value value, int location, String message) {
    if (value instanceof Value.Array(List<Value> elements)) {
      return elements;
    }
    throw MongoFailure.at(location, message + type(value));
  }

  static String text(Value value, int location, String message) {
    return switch (value) {
      case Value.Text(String text) -> text;
      case Value.Symbol(String text) -> text;
      case Value other -> throw MongoFailure.at(location, message + type(other));
    };
  }

  /// A whole number of 32 bits, of any type.
  static Optional<Integer> findInt(Value value) {
    return isNumber(value)
        ? BsonNumbers.findWhole(value).filter(each -> each == each.intValue()).map(Long::intValue)
        : Optional.empty();
  }

  static Value whole(long number) {
    return number == (int) number ? new Value.Int32((int) number) : new Value.Int64(number);
  }

  static MongoFailure mismatch(String message) {
    return new MongoFailure(MongoError.TYPE_MISMATCH, message);
  }
}
