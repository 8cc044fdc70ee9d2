// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
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
import java.math.BigDecimal;
import java.util.Map;

/// Writes values in the stored form.
final class StoredEncoding {
  private final ByteWriter out;
  private final StoredText text;
  private final int depthMax;

  StoredEncoding(ByteWriter out, int depthMax) {
    this.out = out;
    this.text = new StoredText(out);
    this.depthMax = depthMax;
  }

  void write(Value value) {
    write(value, 0);
  }

  /// The usual kinds apart: a switch over all of them is too large to be inlined.
  private void write(Value value, int depth) {
    if (value instanceof Text(String characters)) {
      text.writeText(characters);
    } else if (value instanceof Int32(int number)) {
      out.writeByte(StoredTag.INT32).writeSignedVarint(number);
    } else if (value instanceof Document document) {
      writeDocument(document, deeper(depth));
    } else {
      writeAny(value, depth);
    }
  }

  private void writeAny(Value value, int depth) {
    switch (value) {
      case Text(String characters) -> text.writeText(characters);
      case Document document -> writeDocument(document, deeper(depth));
      case Array array -> writeArray(array, deeper(depth));
      case Null _ -> out.writeByte(StoredTag.NULL);
      case Bool bool -> out.writeByte(bool.isTrue() ? StoredTag.TRUE : StoredTag.FALSE);
      case Int32(int number) -> out.writeByte(StoredTag.INT32).writeSignedVarint(number);
      case Int64(long number) -> out.writeByte(StoredTag.INT64).writeSignedVarint(number);
      case Float64(double number) ->
          out.writeByte(StoredTag.FLOAT64).writeLong(Double.doubleToRawLongBits(number));
      case Undefined _ -> out.writeByte(StoredTag.UNDEFINED);
      case Decimal128(long high, long low) ->
          out.writeByte(StoredTag.DECIMAL128).writeLong(high).writeLong(low);
      case Binary(byte[] bytes, int subtype) ->
          out.writeByte(StoredTag.BINARY)
              .writeVarint(bytes.length)
              .writeByte(subtype)
              .writeBytes(bytes);
      case Uuid(var uuid) ->
          out.writeByte(StoredTag.UUID)
              .writeLong(uuid.getMostSignificantBits())
              .writeLong(uuid.getLeastSignificantBits());
      case ObjectId(long high, int low) ->
          out.writeByte(StoredTag.OBJECT_ID).writeLong(high).writeInt(low);
      case Date(int day) -> out.writeByte(StoredTag.DATE).writeInt(day);
      case Time(long nano) -> out.writeByte(StoredTag.TIME).writeLong(nano);
      case DateTime(long milli, int nano) ->
          out.writeByte(StoredTag.DATE_TIME).writeLong(milli).writeInt(nano);
      case Timestamp(long bits) -> out.writeByte(StoredTag.TIMESTAMP).writeLong(bits);
      case Decimal(BigDecimal decimal) -> {
        byte[] digits = decimal.unscaledValue().toByteArray();
        out.writeByte(StoredTag.DECIMAL).writeVarint(Integer.BYTES + digits.length);
        out.writeInt(decimal.scale()).writeBytes(digits);
      }
      case TimeUuid(var uuid) ->
          out.writeByte(StoredTag.TIME_UUID)
              .writeLong(uuid.getMostSignificantBits())
              .writeLong(uuid.getLeastSignificantBits());
      case Duration(int months, int days, long nanos) ->
          out.writeByte(StoredTag.DURATION).writeInt(months).writeInt(days).writeLong(nanos);
      case Symbol(String characters) -> writeUtf8(StoredTag.SYMBOL, characters);
      case Code(String source) -> writeUtf8(StoredTag.CODE, source);
      case RegularExpression(String pattern, String options) -> {
        ByteWriter parts = new ByteWriter().writeBlock(GeneralisedUtf8.encode(pattern));
        parts.writeBytes(GeneralisedUtf8.encode(options));
        out.writeByte(StoredTag.REGULAR_EXPRESSION).writeBlock(parts.toByteArray());
      }
      case DbPointer(String namespace, ObjectId id) -> {
        ByteWriter parts = new ByteWriter().writeLong(id.high()).writeInt(id.low());
        parts.writeBytes(GeneralisedUtf8.encode(namespace));
        out.writeByte(StoredTag.DB_POINTER).writeBlock(parts.toByteArray());
      }
      case ScopedCode(String source, Document scope) -> {
        ByteWriter parts = new ByteWriter().writeBlock(GeneralisedUtf8.encode(source));
        new StoredEncoding(parts, depthMax).writeDocument(scope, deeper(depth));
        out.writeByte(StoredTag.SCOPED_CODE).writeBlock(parts.toByteArray());
      }
      case Extreme extreme ->
          out.writeByte(extreme == Extreme.MIN_KEY ? StoredTag.MIN_KEY : StoredTag.MAX_KEY);
      case Mapping mapping -> writeMapping(mapping, deeper(depth));
    }
  }

  private void writeUtf8(int tag, String characters) {
    out.writeByte(tag).writeBlock(GeneralisedUtf8.encode(characters));
  }

  private void writeMapping(Mapping mapping, int depth) {
    int begin = begin(out, StoredTag.MAPPING);
    for (Mapping.Entry entry : mapping.entries()) {
      write(entry.key(), depth);
      write(entry.value(), depth);
    }
    end(out, begin);
  }

  private void writeArray(Array array, int depth) {
    int begin = begin(out, StoredTag.ARRAY);
    for (Value element : array.elements()) {
      write(element, depth);
    }
    end(out, begin);
  }

  private void writeDocument(Document document, int depth) {
    int begin = begin(out, StoredTag.OBJECT);
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      text.writeName(property.getKey());
      write(property.getValue(), depth);
    }
    end(out, begin);
  }

  /// Begins a container, whose length is filled in by [#end]; gives where its content begins.
  static int begin(ByteWriter out, int tag) {
    return out.writeByte(tag).writeInt(0).size();
  }

  static void end(ByteWriter out, int begin) {
    out.setInt(begin - Integer.BYTES, out.size() - begin);
  }

  private int deeper(int depth) {
    return deeper(depth, depthMax);
  }

  /// Fails with INVALID_ARGUMENT if there may be no more levels.
  static int deeper(int depth, int depthMax) {
    if (depth == depthMax) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The value nests deeper than " + depthMax + " arrays and objects.");
    }
    return depth + 1;
  }
}
