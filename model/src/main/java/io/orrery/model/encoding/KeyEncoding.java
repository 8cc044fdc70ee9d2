// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Kind;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import io.orrery.model.value.ValueOrder;
import java.util.List;
import java.util.Map;

/// Values as bytes in order: comparing two encodings as unsigned bytes is comparing the values with
/// [ValueOrder], and they are equal exactly when that gives 0. No encoding is a prefix of another,
/// so encodings can follow one another in a composite key and each can be inverted on its own.
///
/// What the order does not see, the bytes do not hold: a number comes back as [Int64] when it is
/// integral and fits, else as [Float64] when it is exactly a double, else as [Decimal128]; -0 as 0;
/// an object with its properties sorted by name.
public final class KeyEncoding {
  /// How deep arrays and objects may nest in a key.
  public static final int DEPTH_MAX = 128;

  private KeyEncoding() {}

  public static void write(ByteWriter out, Value value) {
    write(out, value, 0);
  }

  /// The encoding with all bits inverted, which sorts the other way round.
  public static void writeDescending(ByteWriter out, Value value) {
    int from = out.size();
    write(out, value);
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

  /// The lowest byte that encodings of values of this kind begin with; of all numbers alike.
  public static int lowestTag(Kind kind) {
    return KeyTag.of(kind);
  }

  /// The highest byte that encodings of values of this kind begin with; of all numbers alike.
  public static int highestTag(Kind kind) {
    return kind == Kind.BOOLEAN ? KeyTag.TRUE : KeyTag.of(kind);
  }

  public static Value read(ByteReader in) {
    return KeyDecoding.read(in, 0);
  }

  public static Value readDescending(ByteReader in) {
    in.flip();
    try {
      return read(in);
    } finally {
      in.flip();
    }
  }

  /// Moves behind one value without making it.
  public static void skip(ByteReader in) {
    KeyDecoding.skip(in);
  }

  public static void skipDescending(ByteReader in) {
    in.flip();
    try {
      skip(in);
    } finally {
      in.flip();
    }
  }

  private static void write(ByteWriter out, Value value, int depth) {
    switch (value) {
      case Undefined _ -> out.writeByte(KeyTag.UNDEFINED);
      case Null _ -> out.writeByte(KeyTag.NULL);
      case Bool bool -> out.writeByte(bool.isTrue() ? KeyTag.TRUE : KeyTag.FALSE);
      case Int32(int number) -> writeNumber(out, number);
      case Int64(long number) -> writeNumber(out, number);
      case Float64(double number) -> writeNumber(out, number);
      case Decimal128 decimal -> NumberKey.write(out.writeByte(KeyTag.NUMBER), decimal);
      case Text(String text) -> writeText(out, text);
      case Binary(byte[] bytes, int subtype) -> {
        EscapedBytes.write(out.writeByte(KeyTag.BINARY), bytes, 0, bytes.length);
        out.writeByte(subtype);
      }
      case Uuid(var uuid) ->
          out.writeByte(KeyTag.UUID)
              .writeLong(uuid.getMostSignificantBits())
              .writeLong(uuid.getLeastSignificantBits());
      case ObjectId(long high, int low) ->
          out.writeByte(KeyTag.OBJECT_ID).writeLong(high).writeInt(low);
      case Date(int day) -> out.writeByte(KeyTag.DATE).writeInt(day ^ Integer.MIN_VALUE);
      case Time(long nano) -> out.writeByte(KeyTag.TIME).writeLong(nano);
      case DateTime(long milli, int nano) ->
          out.writeByte(KeyTag.DATE_TIME).writeLong(milli ^ Long.MIN_VALUE).writeInt(nano);
      case Timestamp(long bits) -> out.writeByte(KeyTag.TIMESTAMP).writeLong(bits);
      case Array(List<Value> elements) -> writeArray(out, elements, deeper(depth));
      case Document document -> writeDocument(out, document, deeper(depth));
    }
  }

  private static void writeText(ByteWriter out, String text) {
    byte[] utf8 = GeneralisedUtf8.encode(text);
    writeText(out, utf8, 0, utf8.length);
  }

  private static void writeArray(ByteWriter out, List<Value> elements, int depth) {
    out.writeByte(KeyTag.ARRAY);
    for (Value element : elements) {
      write(out, element, depth);
    }
    out.writeByte(KeyTag.END);
  }

  /// Names carry the tag of a text: an empty name must not look like the end.
  private static void writeDocument(ByteWriter out, Document document, int depth) {
    out.writeByte(KeyTag.OBJECT);
    for (Map.Entry<String, Value> property : ValueOrder.sortedProperties(document)) {
      writeText(out, property.getKey());
      write(out, property.getValue(), depth);
    }
    out.writeByte(KeyTag.END);
  }

  private static int deeper(int depth) {
    if (depth == DEPTH_MAX) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "A key value nests deeper than " + DEPTH_MAX + " arrays and objects.");
    }
    return depth + 1;
  }
}
