// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import java.util.List;

/// One value of any API. Numbers keep the type they arrived with and compare by value across types;
/// [ValueOrder] is the one total order, [io.orrery.model.encoding.KeyEncoding] the same order in
/// bytes.
///
/// "No such property" is [Undefined], never Java null: JSON null is a value like any other.
public sealed interface Value {

  /// What kind of value this is; the constants stand in the total order of kinds.
  Kind kind();

  /// The kinds, lowest first. Numbers of all types share one place in the order.
  enum Kind {
    UNDEFINED,
    NULL,
    BOOLEAN,
    INT32,
    INT64,
    FLOAT64,
    DECIMAL128,
    TEXT,
    BINARY,
    UUID,
    OBJECT_ID,
    DATE,
    TIME,
    DATE_TIME,
    TIMESTAMP,
    ARRAY,
    OBJECT;

    public boolean isNumber() {
      return switch (this) {
        case INT32, INT64, FLOAT64, DECIMAL128 -> true;
        case UNDEFINED,
            NULL,
            BOOLEAN,
            TEXT,
            BINARY,
            UUID,
            OBJECT_ID,
            DATE,
            TIME,
            DATE_TIME,
            TIMESTAMP,
            ARRAY,
            OBJECT ->
            false;
      };
    }
  }

  /// The absence of a value.
  enum Undefined implements Value {
    UNDEFINED;

    @Override
    public Kind kind() {
      return Kind.UNDEFINED;
    }
  }

  /// JSON's null.
  enum Null implements Value {
    NULL;

    @Override
    public Kind kind() {
      return Kind.NULL;
    }
  }

  enum Bool implements Value {
    FALSE,
    TRUE;

    public static Bool of(boolean value) {
      return value ? TRUE : FALSE;
    }

    public boolean isTrue() {
      return this == TRUE;
    }

    @Override
    public Kind kind() {
      return Kind.BOOLEAN;
    }
  }

  record Int32(int value) implements Value {
    @Override
    public Kind kind() {
      return Kind.INT32;
    }
  }

  record Int64(long value) implements Value {
    @Override
    public Kind kind() {
      return Kind.INT64;
    }
  }

  record Float64(double value) implements Value {
    @Override
    public Kind kind() {
      return Kind.FLOAT64;
    }
  }

  /// A string of UTF-16 units as Java has them; unpaired surrogates are kept as they are.
  record Text(String value) implements Value {
    @Override
    public Kind kind() {
      return Kind.TEXT;
    }
  }

  /// A day: days since 1970-01-01.
  record Date(int epochDay) implements Value {
    @Override
    public Kind kind() {
      return Kind.DATE;
    }
  }

  /// A time of day: nanoseconds since midnight.
  record Time(long nanoOfDay) implements Value {
    @Override
    public Kind kind() {
      return Kind.TIME;
    }
  }

  /// An instant: milliseconds since the epoch and the nanoseconds (0 … 999,999) beyond them, enough
  /// for BSON dates (milliseconds, whole 64-bit range) and Table dates (100 ns).
  record DateTime(long epochMilli, int nanoOfMilli) implements Value {
    public DateTime {
      if (nanoOfMilli < 0 || nanoOfMilli > 999_999) {
        throw new IllegalArgumentException("nanoseconds of a millisecond: " + nanoOfMilli);
      }
    }

    @Override
    public Kind kind() {
      return Kind.DATE_TIME;
    }
  }

  /// BSON's internal timestamp: seconds in the upper, an ordinal in the lower 32 bits, unsigned.
  record Timestamp(long bits) implements Value {
    @Override
    public Kind kind() {
      return Kind.TIMESTAMP;
    }
  }

  record Uuid(java.util.UUID value) implements Value {
    @Override
    public Kind kind() {
      return Kind.UUID;
    }
  }

  record Array(List<Value> elements) implements Value {
    public Array {
      elements = List.copyOf(elements);
    }

    @Override
    public Kind kind() {
      return Kind.ARRAY;
    }
  }
}
