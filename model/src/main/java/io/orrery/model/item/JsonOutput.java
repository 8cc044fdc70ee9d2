// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Code;
import io.orrery.model.value.Value.Composite;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Decimal;
import io.orrery.model.value.Value.Decimal128;
import io.orrery.model.value.Value.Duration;
import io.orrery.model.value.Value.Extreme;
import io.orrery.model.value.Value.Float64;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Kind;
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
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.Base64;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// The stored form to JSON text. The cursor bounds the recursion. Plain texts are copied without
/// another look: that they are valid is what the stored form promises.
final class JsonOutput {
  private static final byte[] NULL = ascii("null");
  private static final byte[] TRUE = ascii("true");
  private static final byte[] FALSE = ascii("false");

  private final ByteWriter out;

  JsonOutput(ByteWriter out) {
    this.out = out;
  }

  void write(StoredCursor cursor) {
    switch (cursor.tag()) {
      case StoredTag.UNDEFINED, StoredTag.NULL -> out.writeBytes(NULL);
      case StoredTag.FALSE -> out.writeBytes(FALSE);
      case StoredTag.TRUE -> out.writeBytes(TRUE);
      case StoredTag.INT32, StoredTag.INT64 -> JsonNumbers.write(out, cursor.integer());
      case StoredTag.FLOAT64 -> writeDouble(Double.longBitsToDouble(cursor.longAt(0)));
      case StoredTag.PLAIN_TEXT, StoredTag.ESCAPED_TEXT -> writeText(cursor);
      case StoredTag.ARRAY -> writeArray(cursor);
      case StoredTag.OBJECT -> writeObject(cursor, null);
      case StoredTag.MAPPING -> writeMapping(cursor);
      case StoredTag.SCOPED_CODE -> writeScopedCode(cursor);
      default -> writeForeign(StoredDecoding.scalar(cursor));
    }
  }

  /// An object with further members, if any, behind its own.
  void writeObject(StoredCursor cursor, @Nullable Consumer<ByteWriter> moreMembers) {
    if (cursor.kind() != Kind.OBJECT) {
      throw new IllegalArgumentException("only an object takes further members");
    }
    out.writeByte('{');
    int begin = out.size();
    cursor.enter();
    while (cursor.next()) {
      if (cursor.tag() != StoredTag.UNDEFINED) {
        separate(begin);
        writeName(cursor);
        write(cursor);
      }
    }
    cursor.leave();
    if (moreMembers != null) {
      separate(begin);
      moreMembers.accept(out);
    }
    out.writeByte('}');
  }

  private void writeArray(StoredCursor cursor) {
    out.writeByte('[');
    int begin = out.size();
    cursor.enter();
    while (cursor.next()) {
      separate(begin);
      write(cursor);
    }
    cursor.leave();
    out.writeByte(']');
  }

  private void separate(int begin) {
    if (out.size() > begin) {
      out.writeByte(',');
    }
  }

  private void writeName(StoredCursor cursor) {
    writeString(cursor.bytes(), cursor.nameOffset(), cursor.nameLength(), cursor.namePlain());
    out.writeByte(':');
  }

  private void writeText(StoredCursor cursor) {
    int offset = cursor.contentOffset();
    boolean plain = cursor.tag() == StoredTag.PLAIN_TEXT;
    writeString(cursor.bytes(), offset, cursor.valueEnd() - offset, plain);
  }

  private void writeString(byte[] utf8, int offset, int length, boolean plain) {
    out.writeByte('"');
    if (plain) {
      out.writeBytes(utf8, offset, length);
    } else {
      JsonEscapes.write(out, utf8, offset, offset + length);
    }
    out.writeByte('"');
  }

  private void writeDouble(double value) {
    if (Double.isFinite(value)) {
      JsonNumbers.write(out, value);
    } else {
      writeQuoted(Double.toString(value));
    }
  }

  /// Names that are no texts are their JSON.
  private void writeMapping(StoredCursor cursor) {
    out.writeByte('{');
    int begin = out.size();
    cursor.enter();
    while (cursor.next()) {
      separate(begin);
      if (cursor.kind() == Kind.TEXT) {
        writeText(cursor);
      } else {
        writeString(json(cursor));
      }
      out.writeByte(':');
      StoredParts.requireValue(cursor.next());
      write(cursor);
    }
    cursor.leave();
    out.writeByte('}');
  }

  private static String json(StoredCursor cursor) {
    ByteWriter json = new ByteWriter();
    new JsonOutput(json).write(cursor);
    return new String(json.toByteArray(), StandardCharsets.UTF_8);
  }

  private void writeScopedCode(StoredCursor cursor) {
    out.writeBytes(ascii("{\"$code\":"));
    writeString(StoredParts.source(cursor));
    out.writeBytes(ascii(",\"$scope\":"));
    write(StoredParts.scope(cursor));
    out.writeByte('}');
  }

  /// Scalars that JSON has no type for.
  private void writeForeign(Value value) {
    switch (value) {
      case Decimal128 decimal when decimal.isFinite() -> out.writeBytes(ascii(decimal.toString()));
      case Decimal(BigDecimal decimal) -> out.writeBytes(ascii(decimal.toString()));
      case Binary(byte[] bytes, int _) -> {
        out.writeByte('"').writeBytes(Base64.getEncoder().encode(bytes)).writeByte('"');
      }
      case Uuid(var uuid) -> writeQuoted(uuid.toString());
      case TimeUuid(var uuid) -> writeQuoted(uuid.toString());
      case Date(int day) -> writeQuoted(LocalDate.ofEpochDay(day).toString());
      case Time(long nano) -> writeQuoted(LocalTime.ofNanoOfDay(nano).toString());
      case DateTime(long milli, int nano) ->
          writeQuoted(Instant.ofEpochMilli(milli).plusNanos(nano).toString());
      case Timestamp(long bits) ->
          writeQuoted((bits >>> 32) + ":" + Integer.toUnsignedString((int) bits));
      case Duration duration -> writeQuoted(DurationText.of(duration));
      case Symbol(String text) -> writeString(text);
      case Code(String source) -> writeString(source);
      case RegularExpression(String pattern, String options) ->
          writeString("/" + pattern + "/" + options);
      case DbPointer(String namespace, ObjectId id) -> {
        out.writeBytes(ascii("{\"$ref\":"));
        writeString(namespace);
        out.writeBytes(ascii(",\"$id\":\"" + id + "\"}"));
      }
      case Extreme extreme ->
          out.writeBytes(ascii(extreme == Extreme.MIN_KEY ? "{\"$minKey\":1}" : "{\"$maxKey\":1}"));
      case Decimal128 _, ObjectId _ -> writeQuoted(value.toString());
      case Undefined _,
          Null _,
          Bool _,
          Int32 _,
          Int64 _,
          Float64 _,
          Text _,
          ScopedCode _,
          Composite _ ->
          throw new IllegalArgumentException("not foreign to JSON: " + value.kind());
    }
  }

  private void writeString(String text) {
    byte[] utf8 = GeneralisedUtf8.encode(text);
    writeString(utf8, 0, utf8.length, false);
  }

  private void writeQuoted(String text) {
    out.writeByte('"').writeBytes(ascii(text)).writeByte('"');
  }

  private static byte[] ascii(String text) {
    return text.getBytes(StandardCharsets.US_ASCII);
  }
}
