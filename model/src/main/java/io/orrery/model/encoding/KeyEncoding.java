// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Code;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Duration;
import io.orrery.model.value.Value.Extreme;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Mapping;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.RegularExpression;
import io.orrery.model.value.Value.ScopedCode;
import io.orrery.model.value.Value.Symbol;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.TimeUuid;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// Values as bytes in order: comparing two encodings as unsigned bytes is comparing the values with
/// a [ValueOrder], and they are equal exactly when that gives 0. No encoding is a prefix of
/// another, so encodings can follow one another in a composite key and each can be inverted on its
/// own.
///
/// What the order does not see, the bytes do not hold: a number comes back as [Int64] when it is
/// integral and fits, else as [Float64] when it is exactly a double, else as [Decimal128] or, if it
/// is none, as [Decimal]; -0 as 0. In SQL's order an object comes back with its properties sorted
/// by name; in BSON's a symbol as a text and a UUID as a binary; in CQL's a double keeps its type.
///
/// Methods without an order mean SQL's. Its form of arrays, objects and binaries is the one below,
/// [TypedKeys] has the one of the other orders.
public final class KeyEncoding {
  private KeyEncoding() {}

  public static void write(ByteWriter out, Value value) {
    write(out, value, 0);
  }

  public static void write(ByteWriter out, Value value, ValueOrder order) {
    switch (order) {
      case SQL -> write(out, value, 0);
      case BSON, CQL -> TypedKeys.in(order).write(out, value, 0);
    }
  }

  /// What follows the first byte of a value that is no container, in an order other than SQL's.
  public static void writeContent(ByteWriter out, Value value, ValueOrder order) {
    TypedKeys.in(order).writeContent(out, value, 0);
  }

  /// The encoding with all bits inverted, which sorts the other way round.
  public static void writeDescending(ByteWriter out, Value value, ValueOrder order) {
    int from = out.size();
    write(out, value, order);
    out.invert(from);
  }

  public static void writeNumber(ByteWriter out, long value) {
    out.writeByte(KeyTag.NUMBER);
    NumberKey.write(out, value);
  }

  public static void writeNumber(ByteWriter out, double value) {
    out.writeByte(KeyTag.NUMBER);
    NumberKey.write(out, value);
  }

  /// A text given as its generalised UTF-8.
  public static void writeText(ByteWriter out, byte[] utf8, int offset, int length) {
    out.writeByte(KeyTag.TEXT);
    EscapedBytes.write(out, utf8, offset, length);
  }

  /// The lowest byte that encodings of values of this kind begin with.
  public static int lowestTag(Kind kind, ValueOrder order) {
    return order.place(kind);
  }

  /// The highest byte that encodings of values of this kind begin with.
  public static int highestTag(Kind kind, ValueOrder order) {
    return order == ValueOrder.SQL && kind == Kind.BOOLEAN ? KeyTag.TRUE : order.place(kind);
  }

  public static Value read(ByteReader in) {
    return KeyDecoding.read(in, 0);
  }

  public static Value read(ByteReader in, ValueOrder order) {
    return switch (order) {
      case SQL -> KeyDecoding.read(in, 0);
      case BSON, CQL -> TypedKeys.in(order).read(in, 0);
    };
  }

  public static Value readDescending(ByteReader in, ValueOrder order) {
    in.flip();
    try {
      return read(in, order);
    } finally {
      in.flip();
    }
  }

  /// The usual kinds apart: a switch over all of them is too large to be inlined.
  private static void write(ByteWriter out, Value value, int depth) {
    if (value instanceof Text(String text)) {
      ScalarKeys.writeText(out.writeByte(KeyTag.TEXT), text);
    } else if (value instanceof Int32(int number)) {
      writeNumber(out, number);
    } else if (value instanceof Int64(long number)) {
      writeNumber(out, number);
    } else if (value instanceof Float64(double number)) {
      writeNumber(out, number);
    } else {
      writeAny(out, value, depth);
    }
  }

  private static void writeAny(ByteWriter out, Value value, int depth) {
    switch (value) {
      case Text(String text) -> ScalarKeys.writeText(out.writeByte(KeyTag.TEXT), text);
      case Int32(int number) -> writeNumber(out, number);
      case Int64(long number) -> writeNumber(out, number);
      case Float64(double number) -> writeNumber(out, number);
      case Null _ -> out.writeByte(KeyTag.NULL);
      case Bool bool -> out.writeByte(bool.isTrue() ? KeyTag.TRUE : KeyTag.FALSE);
      case Undefined _ -> out.writeByte(KeyTag.UNDEFINED);
      case Decimal128 decimal -> NumberKey.write(out.writeByte(KeyTag.NUMBER), decimal);
      case Decimal(BigDecimal decimal) -> NumberKey.write(out.writeByte(KeyTag.NUMBER), decimal);
      case Symbol(String text) -> ScalarKeys.writeText(out.writeByte(KeyTag.SYMBOL), text);
      case Binary(byte[] bytes, int subtype) -> {
        EscapedBytes.write(out.writeByte(KeyTag.BINARY), bytes, 0, bytes.length);
        out.writeByte(subtype);
      }
      case Uuid(UUID uuid) -> write(out.writeByte(KeyTag.UUID), uuid);
      case TimeUuid(UUID uuid) -> write(out.writeByte(KeyTag.TIME_UUID), uuid);
      case ObjectId id -> ScalarKeys.write(out.writeByte(KeyTag.OBJECT_ID), id);
      case Date date -> ScalarKeys.write(out.writeByte(KeyTag.DATE), date);
      case Time time -> ScalarKeys.write(out.writeByte(KeyTag.TIME), time);
      case DateTime time -> ScalarKeys.write(out.writeByte(KeyTag.DATE_TIME), time);
      case Timestamp timestamp -> ScalarKeys.write(out.writeByte(KeyTag.TIMESTAMP), timestamp);
      case Duration duration -> ScalarKeys.write(out.writeByte(KeyTag.DURATION), duration);
      case RegularExpression expression ->
          ScalarKeys.write(out.writeByte(KeyTag.REGULAR_EXPRESSION), expression);
      case DbPointer(String namespace, ObjectId id) -> {
        ScalarKeys.writeText(out.writeByte(KeyTag.DB_POINTER), namespace);
        ScalarKeys.write(out, id);
      }
      case Code code -> ScalarKeys.write(out.writeByte(KeyTag.CODE), code);
      case ScopedCode(String source, Document scope) -> {
        ScalarKeys.writeText(out.writeByte(KeyTag.SCOPED_CODE), source);
        writeProperties(out, scope, deeper(depth));
      }
      case Extreme extreme ->
          out.writeByte(extreme == Extreme.MIN_KEY ? KeyTag.MIN_KEY : KeyTag.MAX_KEY);
      case Array(List<Value> elements) -> writeArray(out, elements, deeper(depth));
      case Document document ->
          writeProperties(out.writeByte(KeyTag.OBJECT), document, deeper(depth));
      case Mapping mapping -> writeMapping(out, mapping, deeper(depth));
    }
  }

  private static void write(ByteWriter out, UUID uuid) {
    out.writeLong(uuid.getMostSignificantBits()).writeLong(uuid.getLeastSignificantBits());
  }

  private static void writeArray(ByteWriter out, List<Value> elements, int depth) {
    out.writeByte(KeyTag.ARRAY);
    for (Value element : elements) {
      write(out, element, depth);
    }
    out.writeByte(KeyTag.END);
  }

  /// Names carry the tag of a text: an empty name must not look like the end.
  private static void writeProperties(ByteWriter out, Document document, int depth) {
    for (Map.Entry<String, Value> property : ValueOrder.sortedProperties(document)) {
      ScalarKeys.writeText(out.writeByte(KeyTag.TEXT), property.getKey());
      write(out, property.getValue(), depth);
    }
    out.writeByte(KeyTag.END);
  }

  private static void writeMapping(ByteWriter out, Mapping mapping, int depth) {
    out.writeByte(KeyTag.MAPPING);
    for (Mapping.Entry entry : mapping.entries()) {
      write(out, entry.key(), depth);
      write(out, entry.value(), depth);
    }
    out.writeByte(KeyTag.END);
  }

  static int deeper(int depth) {
    if (depth == Limits.ITEM_DEPTH) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "A key value nests deeper than " + Limits.ITEM_DEPTH + " arrays and objects.");
    }
    return depth + 1;
  }
}
