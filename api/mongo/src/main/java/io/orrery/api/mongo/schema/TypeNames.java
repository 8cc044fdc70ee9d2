// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Kind;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/// Types as `$type` and schemas name them: by text or by number.
public final class TypeNames {
  private static final Set<Kind> NUMBERS =
      Set.of(Kind.INT32, Kind.INT64, Kind.FLOAT64, Kind.DECIMAL128);

  private TypeNames() {}

  /// The kinds of values that one name or several mean.
  public static Set<Kind> read(Value value) {
    Set<Kind> kinds = EnumSet.noneOf(Kind.class);
    if (value instanceof Value.Array(List<Value> elements)) {
      if (elements.isEmpty()) {
        throw new MongoFailure(MongoError.FAILED_TO_PARSE, "$type must match at least one type");
      }
      elements.forEach(each -> kinds.addAll(kinds(each)));
    } else {
      kinds.addAll(kinds(value));
    }
    return kinds;
  }

  private static Set<Kind> kinds(Value type) {
    if (type instanceof Value.Text(String name)) {
      return kinds(name);
    }
    if (!type.kind().isNumber()) {
      throw new MongoFailure(
          MongoError.TYPE_MISMATCH, "type must be represented as a number or a string");
    }
    long number = BsonNumbers.findWhole(type).orElse(Long.MIN_VALUE);
    return Set.of(kind(number));
  }

  private static Set<Kind> kinds(String name) {
    return switch (name) {
      case "number" -> NUMBERS;
      case "double" -> Set.of(Kind.FLOAT64);
      case "string" -> Set.of(Kind.TEXT);
      case "object" -> Set.of(Kind.OBJECT);
      case "array" -> Set.of(Kind.ARRAY);
      case "binData" -> Set.of(Kind.BINARY);
      case "undefined" -> Set.of(Kind.UNDEFINED);
      case "objectId" -> Set.of(Kind.OBJECT_ID);
      case "bool" -> Set.of(Kind.BOOLEAN);
      case "date" -> Set.of(Kind.DATE_TIME);
      case "null" -> Set.of(Kind.NULL);
      case "regex" -> Set.of(Kind.REGULAR_EXPRESSION);
      case "dbPointer" -> Set.of(Kind.DB_POINTER);
      case "javascript" -> Set.of(Kind.CODE);
      case "symbol" -> Set.of(Kind.SYMBOL);
      case "javascriptWithScope" -> Set.of(Kind.SCOPED_CODE);
      case "int" -> Set.of(Kind.INT32);
      case "timestamp" -> Set.of(Kind.TIMESTAMP);
      case "long" -> Set.of(Kind.INT64);
      case "decimal" -> Set.of(Kind.DECIMAL128);
      case "minKey" -> Set.of(Kind.MIN_KEY);
      case "maxKey" -> Set.of(Kind.MAX_KEY);
      default -> throw unknown(name);
    };
  }

  private static Kind kind(long number) {
    return switch (Math.clamp(number, -2, 200)) {
      case 1 -> Kind.FLOAT64;
      case 2 -> Kind.TEXT;
      case 3 -> Kind.OBJECT;
      case 4 -> Kind.ARRAY;
      case 5 -> Kind.BINARY;
      case 6 -> Kind.UNDEFINED;
      case 7 -> Kind.OBJECT_ID;
      case 8 -> Kind.BOOLEAN;
      case 9 -> Kind.DATE_TIME;
      case 10 -> Kind.NULL;
      case 11 -> Kind.REGULAR_EXPRESSION;
      case 12 -> Kind.DB_POINTER;
      case 13 -> Kind.CODE;
      case 14 -> Kind.SYMBOL;
      case 15 -> Kind.SCOPED_CODE;
      case 16 -> Kind.INT32;
      case 17 -> Kind.TIMESTAMP;
      case 18 -> Kind.INT64;
      case 19 -> Kind.DECIMAL128;
      case -1 -> Kind.MIN_KEY;
      case 127 -> Kind.MAX_KEY;
      default -> throw unknown(Long.toString(number));
    };
  }

  private static MongoFailure unknown(String name) {
    return new MongoFailure(MongoError.BAD_VALUE, "Unknown type name alias: " + name);
  }
}
