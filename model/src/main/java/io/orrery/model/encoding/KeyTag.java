// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.value.Value.Kind;

/// The first byte of every encoded value, in the order of kinds. None is below 0x05 or above 0xEF:
/// 0x00 ends texts, arrays and objects, 0x01 escapes, and the rest is left for the sentinels of
/// composite keys. The gaps are for kinds to come.
final class KeyTag {
  static final int END = 0x00;

  static final int UNDEFINED = 0x08;
  static final int NULL = 0x10;
  static final int FALSE = 0x18;
  static final int TRUE = 0x20;
  static final int NUMBER = 0x28;
  static final int TEXT = 0x30;
  static final int BINARY = 0x38;
  static final int UUID = 0x40;
  static final int OBJECT_ID = 0x48;
  static final int DATE = 0x50;
  static final int TIME = 0x58;
  static final int DATE_TIME = 0x60;
  static final int TIMESTAMP = 0x68;
  static final int ARRAY = 0x70;
  static final int OBJECT = 0x78;

  private KeyTag() {}

  /// The tag of a kind's values; of booleans the lower one.
  static int of(Kind kind) {
    return switch (kind) {
      case UNDEFINED -> UNDEFINED;
      case NULL -> NULL;
      case BOOLEAN -> FALSE;
      case INT32, INT64, FLOAT64, DECIMAL128 -> NUMBER;
      case TEXT -> TEXT;
      case BINARY -> BINARY;
      case UUID -> UUID;
      case OBJECT_ID -> OBJECT_ID;
      case DATE -> DATE;
      case TIME -> TIME;
      case DATE_TIME -> DATE_TIME;
      case TIMESTAMP -> TIMESTAMP;
      case ARRAY -> ARRAY;
      case OBJECT -> OBJECT;
    };
  }
}
