// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value.Kind;

/// The format of a stored value: a tag byte, then by tag:
///
/// | tag | content |
/// | --- | --- |
/// | undefined, null, false, true, min key, max key | nothing |
/// | int32, int64 | signed varint |
/// | float64, time, timestamp | 8 bytes |
/// | decimal128, uuid, time uuid | 16 bytes |
/// | decimal | varint length, 4 bytes of scale, the digits as a signed number |
/// | duration | 4 bytes of months, 4 of days, 8 of nanoseconds |
/// | object id | 12 bytes |
/// | date | 4 bytes |
/// | date-time | 8 bytes of milliseconds, 4 of nanoseconds |
/// | plain text, escaped text, symbol, code | varint length, generalised UTF-8 |
/// | regular expression | varint length, the pattern (varint length, UTF-8), the options |
/// | db pointer | varint length, 12 bytes of object id, the namespace |
/// | scoped code | varint length, the source (varint length, UTF-8), the scope as an object |
/// | binary | varint length, subtype byte, the bytes |
/// | array | 4 bytes of length, then values |
/// | mapping | 4 bytes of length, then keys and values in turn |
/// | object | 4 bytes of length, then members: name and value |
///
/// A name is a varint (length times two, plus one when it is not plain) and its bytes. Plain means
/// that JSON needs no escapes for it, so that it is copied as it is. Varints are those of
/// [io.orrery.model.encoding.ByteWriter], everything else is big-endian. Any slice that is a value
/// is a stored value itself.
final class StoredTag {
  static final int UNDEFINED = 1;
  static final int NULL = 2;
  static final int FALSE = 3;
  static final int TRUE = 4;
  static final int INT32 = 5;
  static final int INT64 = 6;
  static final int FLOAT64 = 7;
  static final int DECIMAL128 = 8;
  static final int PLAIN_TEXT = 9;
  static final int ESCAPED_TEXT = 10;
  static final int BINARY = 11;
  static final int UUID = 12;
  static final int OBJECT_ID = 13;
  static final int DATE = 14;
  static final int TIME = 15;
  static final int DATE_TIME = 16;
  static final int TIMESTAMP = 17;
  static final int ARRAY = 18;
  static final int OBJECT = 19;
  static final int DECIMAL = 20;
  static final int TIME_UUID = 21;
  static final int DURATION = 22;
  static final int SYMBOL = 23;
  static final int REGULAR_EXPRESSION = 24;
  static final int DB_POINTER = 25;
  static final int CODE = 26;
  static final int SCOPED_CODE = 27;
  static final int MIN_KEY = 28;
  static final int MAX_KEY = 29;
  static final int MAPPING = 30;

  private StoredTag() {}

  static Kind kind(int tag) {
    return switch (tag) {
      case UNDEFINED -> Kind.UNDEFINED;
      case NULL -> Kind.NULL;
      case FALSE, TRUE -> Kind.BOOLEAN;
      case INT32 -> Kind.INT32;
      case INT64 -> Kind.INT64;
      case FLOAT64 -> Kind.FLOAT64;
      case DECIMAL128 -> Kind.DECIMAL128;
      case PLAIN_TEXT, ESCAPED_TEXT -> Kind.TEXT;
      case BINARY -> Kind.BINARY;
      case UUID -> Kind.UUID;
      case OBJECT_ID -> Kind.OBJECT_ID;
      case DATE -> Kind.DATE;
      case TIME -> Kind.TIME;
      case DATE_TIME -> Kind.DATE_TIME;
      case TIMESTAMP -> Kind.TIMESTAMP;
      case ARRAY -> Kind.ARRAY;
      case OBJECT -> Kind.OBJECT;
      case DECIMAL -> Kind.DECIMAL;
      case TIME_UUID -> Kind.TIME_UUID;
      case DURATION -> Kind.DURATION;
      case SYMBOL -> Kind.SYMBOL;
      case REGULAR_EXPRESSION -> Kind.REGULAR_EXPRESSION;
      case DB_POINTER -> Kind.DB_POINTER;
      case CODE -> Kind.CODE;
      case SCOPED_CODE -> Kind.SCOPED_CODE;
      case MIN_KEY -> Kind.MIN_KEY;
      case MAX_KEY -> Kind.MAX_KEY;
      case MAPPING -> Kind.MAPPING;
      default -> throw unknown(tag);
    };
  }

  static OrreryException unknown(int tag) {
    return OrreryException.corrupted("a stored value has the unknown tag " + tag);
  }
}
