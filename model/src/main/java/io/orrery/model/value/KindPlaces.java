// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.value.Value.Kind;

/// The places of kinds in each order. They are the first bytes of encoded keys as well, so they
/// never change; the gaps are for kinds to come. None is below 0x05 or above 0xEF: 0x00 ends texts
/// and containers, 0x01 escapes, and the rest is left for the sentinels of composite keys.
final class KindPlaces {
  private KindPlaces() {}

  /// Of booleans the place of false; true has 0x20, a place of its own.
  static int sql(Kind kind) {
    return switch (kind) {
      case UNDEFINED -> 0x08;
      case NULL -> 0x10;
      case BOOLEAN -> 0x18;
      case INT32, INT64, FLOAT64, DECIMAL128, DECIMAL -> 0x28;
      case TEXT -> 0x30;
      case SYMBOL -> 0x34;
      case BINARY -> 0x38;
      case UUID -> 0x40;
      case TIME_UUID -> 0x44;
      case OBJECT_ID -> 0x48;
      case DATE -> 0x50;
      case TIME -> 0x58;
      case DATE_TIME -> 0x60;
      case TIMESTAMP -> 0x68;
      case DURATION -> 0x69;
      case REGULAR_EXPRESSION -> 0x6A;
      case DB_POINTER -> 0x6B;
      case CODE -> 0x6C;
      case SCOPED_CODE -> 0x6D;
      case MIN_KEY -> 0x6E;
      case MAX_KEY -> 0x6F;
      case ARRAY -> 0x70;
      case OBJECT -> 0x78;
      case MAPPING -> 0x7C;
    };
  }

  /// As MongoDB documents it ("comparison/sort order"); kinds that BSON lacks stand beside those
  /// most like them.
  static int bson(Kind kind) {
    return switch (kind) {
      case MIN_KEY -> 0x08;
      case UNDEFINED -> 0x10;
      case NULL -> 0x18;
      case INT32, INT64, FLOAT64, DECIMAL128, DECIMAL -> 0x20;
      case TEXT, SYMBOL -> 0x28;
      case OBJECT -> 0x30;
      case MAPPING -> 0x34;
      case ARRAY -> 0x38;
      case BINARY, UUID, TIME_UUID -> 0x40;
      case OBJECT_ID -> 0x48;
      case BOOLEAN -> 0x50;
      case DATE -> 0x54;
      case TIME -> 0x56;
      case DATE_TIME -> 0x58;
      case TIMESTAMP -> 0x60;
      case DURATION -> 0x64;
      case REGULAR_EXPRESSION -> 0x68;
      case DB_POINTER -> 0x70;
      case CODE -> 0x78;
      case SCOPED_CODE -> 0x80;
      case MAX_KEY -> 0xE8;
    };
  }

  /// A column has one type, so the kinds matter little: null first, as in tuples; doubles apart
  /// from other numbers, because they are not compared as numbers.
  static int cql(Kind kind) {
    return switch (kind) {
      case INT32, INT64, DECIMAL128, DECIMAL -> 0x28;
      case FLOAT64 -> 0x2C;
      case UNDEFINED,
          NULL,
          BOOLEAN,
          TEXT,
          SYMBOL,
          BINARY,
          UUID,
          TIME_UUID,
          OBJECT_ID,
          DATE,
          TIME,
          DATE_TIME,
          TIMESTAMP,
          DURATION,
          REGULAR_EXPRESSION,
          DB_POINTER,
          CODE,
          SCOPED_CODE,
          MIN_KEY,
          MAX_KEY,
          ARRAY,
          OBJECT,
          MAPPING ->
          sql(kind);
    };
  }
}
