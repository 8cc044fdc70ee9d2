// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value.Kind;

/// The format of a stored value: a tag byte, then by tag:
///
/// | tag | content |
/// | --- | --- |
/// | undefined, null, false, true | nothing |
/// | int32, int64 | signed varint |
/// | float64, time, timestamp | 8 bytes |
/// | decimal128, uuid | 16 bytes |
/// | object id | 12 bytes |
/// | date | 4 bytes |
/// | date-time | 8 bytes of milliseconds, 4 of nanoseconds |
/// | plain text, escaped text | varint length, generalised UTF-8 |
/// | binary | varint length, subtype byte, the bytes |
/// | array | 4 bytes of length, then values |
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
      default -> throw unknown(tag);
    };
  }

  static OrreryException unknown(int tag) {
    return OrreryException.corrupted("a stored value has the unknown tag " + tag);
  }
}
