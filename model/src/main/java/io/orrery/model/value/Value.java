// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.value;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// One value of any API. Numbers keep the type they arrived with and compare by value across types;
/// [ValueOrder] has the total orders, [io.orrery.model.encoding.KeyEncoding] the same orders in
/// bytes.
///
/// Types of an API that differ in name only are one kind here, and its schema tells them apart:
/// CQL's lists, sets, tuples and vectors are arrays, its user-defined types objects, its varints
/// decimals, its internet addresses binaries.
///
/// The records' `equals` is structural: `Int32(1)` and `Float64(1.0)` are different records that
/// compare as 0.
///
/// "No such property" is [Undefined], never Java null: JSON null is a value like any other. BSON's
/// undefined is the same value where it is stored as a property.
public sealed interface Value {

  /// What kind of value this is; the constants stand in the total order of kinds.
  Kind kind();

  /// The kinds, lowest first in SQL's order. Numbers of all types share one place in it.
  enum Kind {
    UNDEFINED,
    NULL,
    BOOLEAN,
    INT32,
    INT64,
    FLOAT64,
    DECIMAL128,
    DECIMAL,
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
    MAPPING;

    public boolean isNumber() {
      return this == INT32
          || this == INT64
          || this == FLOAT64
          || this == DECIMAL128
          || this == DECIMAL;
    }

    /// Whether values of this kind have members of their own.
    public boolean isContainer() {
      return this == ARRAY || this == OBJECT || this == MAPPING;
    }
  }

  /// A value without members of its own; the absence of a value is one as well.
  sealed interface Scalar extends Value {}

  /// A number of any type.
  sealed interface Numeric extends Scalar {}

  /// A value with members of its own.
  sealed interface Composite extends Value {}

  /// The absence of a value.
  enum Undefined implements Scalar {
    UNDEFINED;

    @Override
    public Kind kind() {
      return Kind.UNDEFINED;
    }
  }

  /// JSON's null.
  enum Null implements Scalar {
    NULL;

    @Override
    public Kind kind() {
      return Kind.NULL;
    }
  }

  enum Bool implements Scalar {
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

  record Int32(int value) implements Numeric {
    @Override
    public Kind kind() {
      return Kind.INT32;
    }
  }

  record Int64(long value) implements Numeric {
    @Override
    public Kind kind() {
      return Kind.INT64;
    }
  }

  record Float64(double value) implements Numeric {
    @Override
    public Kind kind() {
      return Kind.FLOAT64;
    }
  }

  /// An IEEE 754-2008 decimal of 34 digits in its binary-integer form, as BSON has it. The bits are
  /// kept as they arrived: 1.0 and 1.00 are different records that compare as 0.
  record Decimal128(long high, long low) implements Numeric {
    public static final Decimal128 NAN = new Decimal128(0x7C00_0000_0000_0000L, 0);
    public static final Decimal128 POSITIVE_INFINITY = new Decimal128(0x7800_0000_0000_0000L, 0);
    public static final Decimal128 NEGATIVE_INFINITY = new Decimal128(0xF800_0000_0000_0000L, 0);
    public static final Decimal128 NEGATIVE_ZERO = new Decimal128(0xB040_0000_0000_0000L, 0);

    /// The decimal with exactly this value, and this scale where it fits.
    ///
    /// @throws OrreryException INVALID_ARGUMENT when the value needs rounding or is out of range
    public static Decimal128 of(BigDecimal value) {
      return BinaryIntegerDecimal.encode(value);
    }

    public boolean isNaN() {
      return BinaryIntegerDecimal.isNaN(high);
    }

    public boolean isInfinite() {
      return BinaryIntegerDecimal.isInfinite(high);
    }

    public boolean isFinite() {
      return !isNaN() && !isInfinite();
    }

    /// Whether the sign bit is set; true for -0 as well.
    public boolean isNegative() {
      return high < 0;
    }

    /// The value of a finite decimal; -0 becomes 0.
    public BigDecimal toBigDecimal() {
      return BinaryIntegerDecimal.decode(this);
    }

    @Override
    public Kind kind() {
      return Kind.DECIMAL128;
    }

    /// The decimal's text form: `1.50`, `1E+3`, `-0`, `NaN`, `-Infinity`.
    @Override
    public String toString() {
      return BinaryIntegerDecimal.text(this);
    }
  }

  /// A decimal of any length, as CQL has it for `decimal` and `varint`. The scale is kept: 1.0 and
  /// 1.00 are different records that compare as 0.
  record Decimal(BigDecimal value) implements Numeric {
    /// Far enough from the end of the range that no calculation reaches it.
    private static final int SCALE_MAX = 2_000_000_000;

    /// @throws OrreryException INVALID_ARGUMENT when it has more bytes than [Limits#DECIMAL_BYTES]
    public Decimal {
      if (!isValid(value)) {
        throw new OrreryException(
            ErrorCode.INVALID_ARGUMENT,
            "The digits of a decimal take more than "
                + Limits.DECIMAL_BYTES
                + " bytes, or its scale is beyond "
                + SCALE_MAX
                + ".");
      }
    }

    public static boolean isValid(BigDecimal value) {
      return value.unscaledValue().bitLength() < Limits.DECIMAL_BYTES * Byte.SIZE
          && Math.abs((long) value.scale()) <= SCALE_MAX;
    }

    @Override
    public Kind kind() {
      return Kind.DECIMAL;
    }
  }

  /// A string of UTF-16 units as Java has them; unpaired surrogates are kept as they are.
  record Text(String value) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.TEXT;
    }
  }

  /// Bytes and what the protocol says they mean (BSON's subtype, 0 … 255; 0 = just bytes). The
  /// array is not copied: whoever makes or reads the value leaves it as it is.
  record Binary(byte[] bytes, int subtype) implements Scalar {
    public Binary {
      if (subtype < 0 || subtype > 255) {
        throw new IllegalArgumentException("subtype of a binary value: " + subtype);
      }
    }

    @Override
    public Kind kind() {
      return Kind.BINARY;
    }

    @Override
    public boolean equals(Object other) {
      return other instanceof Binary(byte[] otherBytes, int otherSubtype)
          && subtype == otherSubtype
          && Arrays.equals(bytes, otherBytes);
    }

    @Override
    public int hashCode() {
      return 31 * Arrays.hashCode(bytes) + subtype;
    }

    @Override
    public String toString() {
      return "Binary[" + HexFormat.of().formatHex(bytes) + ", " + subtype + "]";
    }
  }

  /// BSON's twelve-byte id: its first eight and its last four bytes, big-endian.
  record ObjectId(long high, int low) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.OBJECT_ID;
    }

    /// The id as 24 hexadecimal digits.
    @Override
    public String toString() {
      HexFormat hex = HexFormat.of();
      return hex.toHexDigits(high) + hex.toHexDigits(low);
    }
  }

  /// A day: days since 1970-01-01.
  record Date(int epochDay) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.DATE;
    }
  }

  /// A time of day: nanoseconds since midnight.
  record Time(long nanoOfDay) implements Scalar {
    private static final long NANOS_PER_DAY = 86_400_000_000_000L;

    public Time {
      if (!isValid(nanoOfDay)) {
        throw new IllegalArgumentException("nanoseconds of a day: " + nanoOfDay);
      }
    }

    public static boolean isValid(long nanoOfDay) {
      return nanoOfDay >= 0 && nanoOfDay < NANOS_PER_DAY;
    }

    @Override
    public Kind kind() {
      return Kind.TIME;
    }
  }

  /// An instant: milliseconds since the epoch and the nanoseconds (0 … 999,999) beyond them, enough
  /// for BSON dates (milliseconds, whole 64-bit range) and Table dates (100 ns).
  record DateTime(long epochMilli, int nanoOfMilli) implements Scalar {
    public DateTime {
      if (!isValid(nanoOfMilli)) {
        throw new IllegalArgumentException("nanoseconds of a millisecond: " + nanoOfMilli);
      }
    }

    public static boolean isValid(int nanoOfMilli) {
      return nanoOfMilli >= 0 && nanoOfMilli <= 999_999;
    }

    @Override
    public Kind kind() {
      return Kind.DATE_TIME;
    }
  }

  /// BSON's internal timestamp: seconds in the upper, an ordinal in the lower 32 bits, unsigned.
  record Timestamp(long bits) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.TIMESTAMP;
    }
  }

  record Uuid(java.util.UUID value) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.UUID;
    }
  }

  /// CQL's timeuuid: the same bytes as a UUID, but ordered by the time in them.
  record TimeUuid(java.util.UUID value) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.TIME_UUID;
    }
  }

  /// CQL's duration. Months and days have no fixed length, so its three parts stay apart.
  record Duration(int months, int days, long nanos) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.DURATION;
    }
  }

  /// BSON's symbol, a deprecated kind of string.
  record Symbol(String value) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.SYMBOL;
    }
  }

  /// BSON's regular expression; the options are letters in alphabetical order.
  record RegularExpression(String pattern, String options) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.REGULAR_EXPRESSION;
    }
  }

  /// BSON's deprecated pointer to a document of a collection.
  record DbPointer(String namespace, ObjectId id) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.DB_POINTER;
    }
  }

  /// BSON's JavaScript code.
  record Code(String source) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.CODE;
    }
  }

  /// BSON's JavaScript code with the variables it sees.
  record ScopedCode(String source, Document scope) implements Scalar {
    @Override
    public Kind kind() {
      return Kind.SCOPED_CODE;
    }
  }

  /// BSON's values in front of and behind all others.
  enum Extreme implements Scalar {
    MIN_KEY(Kind.MIN_KEY),
    MAX_KEY(Kind.MAX_KEY);

    private final Kind kind;

    Extreme(Kind kind) {
      this.kind = kind;
    }

    @Override
    public Kind kind() {
      return kind;
    }
  }

  record Array(List<Value> elements) implements Composite {
    public Array {
      elements = List.copyOf(elements);
    }

    @Override
    public Kind kind() {
      return Kind.ARRAY;
    }
  }

  /// JSON's object: properties in the order they were written. That order is kept but has no part
  /// in `equals` or [ValueOrder].
  record Document(SequencedMap<String, Value> properties) implements Composite {
    public Document {
      properties = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(properties));
    }

    /// The property's value, [Undefined] when there is none.
    public Value property(String name) {
      return properties.getOrDefault(name, Undefined.UNDEFINED);
    }

    @Override
    public Kind kind() {
      return Kind.OBJECT;
    }
  }

  /// CQL's map: keys of any kind, in the order they were written.
  record Mapping(List<Entry> entries) implements Composite {

    public record Entry(Value key, Value value) {}

    public Mapping {
      entries = List.copyOf(entries);
    }

    @Override
    public Kind kind() {
      return Kind.MAPPING;
    }
  }
}
