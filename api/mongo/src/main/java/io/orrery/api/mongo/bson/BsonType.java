// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import io.orrery.model.value.Value;

/// The type bytes of BSON.
public final class BsonType {
  public static final int DOUBLE = 1;
  public static final int STRING = 2;
  public static final int DOCUMENT = 3;
  public static final int ARRAY = 4;
  public static final int BINARY = 5;
  public static final int UNDEFINED = 6;
  public static final int OBJECT_ID = 7;
  public static final int BOOLEAN = 8;
  public static final int DATE = 9;
  public static final int NULL = 10;
  public static final int REGULAR_EXPRESSION = 11;
  public static final int DB_POINTER = 12;
  public static final int CODE = 13;
  public static final int SYMBOL = 14;
  public static final int SCOPED_CODE = 15;
  public static final int INT32 = 16;
  public static final int TIMESTAMP = 17;
  public static final int INT64 = 18;
  public static final int DECIMAL128 = 19;
  public static final int MIN_KEY = 0xFF;
  public static final int MAX_KEY = 0x7F;

  private BsonType() {}

  /// The name of a value's type, as messages and `$type` have it.
  public static String name(Value value) {
    return switch (value.kind()) {
      case UNDEFINED -> "missing";
      case NULL -> "null";
      case BOOLEAN -> "bool";
      case INT32 -> "int";
      case INT64 -> "long";
      case FLOAT64 -> "double";
      case DECIMAL128, DECIMAL -> "decimal";
      case TEXT -> "string";
      case SYMBOL -> "symbol";
      case BINARY, UUID, TIME_UUID -> "binData";
      case OBJECT_ID -> "objectId";
      case DATE, TIME, DATE_TIME, DURATION -> "date";
      case TIMESTAMP -> "timestamp";
      case REGULAR_EXPRESSION -> "regex";
      case DB_POINTER -> "dbPointer";
      case CODE -> "javascript";
      case SCOPED_CODE -> "javascriptWithScope";
      case MIN_KEY -> "minKey";
      case MAX_KEY -> "maxKey";
      case ARRAY -> "array";
      case OBJECT, MAPPING -> "object";
    };
  }
}
