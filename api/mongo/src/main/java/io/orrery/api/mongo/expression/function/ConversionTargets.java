// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.Locale;
import java.util.Optional;

/// The types that `$convert` names.
public final class ConversionTargets {
  private ConversionTargets() {}

  /// The type that `to` names, by text or number; empty if it is null.
  public static Optional<Value.Kind> read(Value to) {
    return switch (to) {
      case Value.Undefined _, Value.Null _ -> Optional.empty();
      case Value.Text(String name) -> Optional.of(named(name));
      case Value number when number.kind().isNumber() -> Optional.of(numbered(number));
      case Value other ->
          throw new MongoFailure(
              MongoError.FAILED_TO_PARSE,
              "$convert's 'to' argument must be a string or number, but is "
                  + Operands.type(other));
    };
  }

  private static Value.Kind named(String name) {
    return switch (name) {
      case "double" -> Value.Kind.FLOAT64;
      case "string" -> Value.Kind.TEXT;
      case "objectId" -> Value.Kind.OBJECT_ID;
      case "bool" -> Value.Kind.BOOLEAN;
      case "date" -> Value.Kind.DATE_TIME;
      case "int" -> Value.Kind.INT32;
      case "long" -> Value.Kind.INT64;
      case "decimal" -> Value.Kind.DECIMAL128;
      case "object" -> Value.Kind.OBJECT;
      case "array" -> Value.Kind.ARRAY;
      case "binData" -> Value.Kind.BINARY;
      case "null" -> Value.Kind.NULL;
      case "undefined" -> Value.Kind.UNDEFINED;
      case "regex" -> Value.Kind.REGULAR_EXPRESSION;
      case "timestamp" -> Value.Kind.TIMESTAMP;
      case "minKey" -> Value.Kind.MIN_KEY;
      case "maxKey" -> Value.Kind.MAX_KEY;
      default -> throw unknown(name);
    };
  }

  private static Value.Kind numbered(Value number) {
    int code = Operands.findInt(number).orElse(Integer.MIN_VALUE);
    return switch (code) {
      case 1 -> Value.Kind.FLOAT64;
      case 2 -> Value.Kind.TEXT;
      case 3 -> Value.Kind.OBJECT;
      case 4 -> Value.Kind.ARRAY;
      case 5 -> Value.Kind.BINARY;
      case 7 -> Value.Kind.OBJECT_ID;
      case 8 -> Value.Kind.BOOLEAN;
      case 9 -> Value.Kind.DATE_TIME;
      case 10 -> Value.Kind.NULL;
      case 11 -> Value.Kind.REGULAR_EXPRESSION;
      case 16 -> Value.Kind.INT32;
      case 17 -> Value.Kind.TIMESTAMP;
      case 18 -> Value.Kind.INT64;
      case 19 -> Value.Kind.DECIMAL128;
      case -1 -> Value.Kind.MIN_KEY;
      case 127 -> Value.Kind.MAX_KEY;
      default ->
          throw new MongoFailure(
              MongoError.FAILED_TO_PARSE,
              "In $convert, numeric value for 'to' does not correspond to a BSON type: " + code);
    };
  }

  private static MongoFailure unknown(String name) {
    return new MongoFailure(MongoError.BAD_VALUE, "Unknown type name: " + name);
  }

  static String name(Value.Kind to) {
    return switch (to) {
      case FLOAT64 -> "double";
      case TEXT -> "string";
      case OBJECT_ID -> "objectId";
      case BOOLEAN -> "bool";
      case DATE_TIME -> "date";
      case INT32 -> "int";
      case INT64 -> "long";
      case DECIMAL128 -> "decimal";
      case OBJECT -> "object";
      case ARRAY -> "array";
      case UNDEFINED,
          NULL,
          DECIMAL,
          SYMBOL,
          BINARY,
          UUID,
          TIME_UUID,
          DATE,
          TIME,
          TIMESTAMP,
          DURATION,
          REGULAR_EXPRESSION,
          DB_POINTER,
          CODE,
          SCOPED_CODE,
          MIN_KEY,
          MAX_KEY,
          MAPPING ->
          to.name().toLowerCase(Locale.ROOT);
    };
  }
}
