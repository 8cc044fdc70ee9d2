// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

/// The first byte of every value encoded in SQL's order: [io.orrery.model.value.ValueOrder#place].
final class KeyTag {
  static final int END = 0x00;

  static final int UNDEFINED = 0x08;
  static final int NULL = 0x10;
  static final int FALSE = 0x18;
  static final int TRUE = 0x20;
  static final int NUMBER = 0x28;
  static final int TEXT = 0x30;
  static final int SYMBOL = 0x34;
  static final int BINARY = 0x38;
  static final int UUID = 0x40;
  static final int TIME_UUID = 0x44;
  static final int OBJECT_ID = 0x48;
  static final int DATE = 0x50;
  static final int TIME = 0x58;
  static final int DATE_TIME = 0x60;
  static final int TIMESTAMP = 0x68;
  static final int DURATION = 0x69;
  static final int REGULAR_EXPRESSION = 0x6A;
  static final int DB_POINTER = 0x6B;
  static final int CODE = 0x6C;
  static final int SCOPED_CODE = 0x6D;
  static final int MIN_KEY = 0x6E;
  static final int MAX_KEY = 0x6F;
  static final int ARRAY = 0x70;
  static final int OBJECT = 0x78;
  static final int MAPPING = 0x7C;

  private KeyTag() {}
}
