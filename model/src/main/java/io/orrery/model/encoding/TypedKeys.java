// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import io.orrery.model.value.UuidTime;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Keys in the orders of BSON and CQL: the place of the kind, then the content.
///
/// An object is its properties as they are written, each the place of the value's kind, the name,
/// the value's content: this is how MongoDB compares documents. CQL's user-defined types have the
/// same fields in the same order, so the names make no difference there.
final class TypedKeys {
  private static final TypedKeys BSON = new TypedKeys(ValueOrder.BSON);
  private static final TypedKeys CQL = new TypedKeys(ValueOrder.CQL);

  private final ValueOrder order;

  /// By place, the kind that is read there; of several the first.
  private final @Nullable Kind[] kinds = new Kind[256];

  private TypedKeys(ValueOrder order) {
    this.order = order;
    for (Kind kind : Kind.values()) {
      int place = order.place(kind);
      kinds[place] = kinds[place] == null ? kind : kinds[place];
    }
  }

  static TypedKeys in(ValueOrder order) {
    return switch (order) {
      case BSON -> BSON;
      case CQL -> CQL;
      case SQL -> throw new IllegalArgumentException("SQL's order has keys of its own");
    };
  }

  void write(ByteWriter out, Value value, int depth) {
    out.writeByte(order.place(value.kind()));
    writeContent(out, value, depth);
  }

  void writeContent(ByteWriter out, Value value, int depth) {
    switch (value) {
      case Undefined _, Null _, Extreme _ -> {}
      case Bool bool -> out.writeByte(bool.isTrue() ? 1 : 0);
      case Int32(int number) -> NumberKey.write(out, number);
      case Int64(long number) -> NumberKey.write(out, number);
      case Float64(double number) -> {
        if (order == ValueOrder.CQL) {
          BinaryKeys.writeDouble(out, number);
        } else {
          NumberKey.write(out, number);
        }
      }
      case Decimal128 decimal -> NumberKey.write(out, decimal);
      case Decimal(BigDecimal decimal) -> NumberKey.write(out, decimal);
      case Text(String text) -> ScalarKeys.writeText(out, text);
      case Symbol(String text) -> ScalarKeys.writeText(out, text);
      case Binary binary -> BinaryKeys.write(out, binary, order);
      case Uuid(UUID uuid) -> BinaryKeys.writeUuid(out, uuid, order);
      case TimeUuid(UUID uuid) -> BinaryKeys.writeTimeUuid(out, uuid, order);
      case ObjectId id -> ScalarKeys.write(out, id);
      case Date date -> ScalarKeys.write(out, date);
      case Time time -> ScalarKeys.write(out, time);
      case DateTime time -> ScalarKeys.write(out, time);
      case Timestamp timestamp -> ScalarKeys.write(out, timestamp);
      case Duration duration -> ScalarKeys.write(out, duration);
      case RegularExpression expression -> ScalarKeys.write(out, expression);
      case DbPointer pointer -> BinaryKeys.write(out, pointer);
      case Code code -> ScalarKeys.write(out, code);
      case ScopedCode(String source, Document scope) -> {
        ScalarKeys.writeText(out, source);
        writeProperties(out, scope, KeyEncoding.deeper(depth));
      }
      case Array(List<Value> elements) -> {
        elements.forEach(element -> write(out, element, KeyEncoding.deeper(depth)));
        out.writeByte(KeyTag.END);
      }
      case Document document -> writeProperties(out, document, KeyEncoding.deeper(depth));
      case Mapping(List<Mapping.Entry> entries) -> {
        for (Mapping.Entry entry : entries) {
          write(out, entry.key(), KeyEncoding.deeper(depth));
          write(out, entry.value(), KeyEncoding.deeper(depth));
        }
        out.writeByte(KeyTag.END);
      }
    }
  }

  private void writeProperties(ByteWriter out, Document document, int depth) {
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      out.writeByte(order.place(property.getValue().kind()));
      ScalarKeys.writeText(out, property.getKey());
      writeContent(out, property.getValue(), depth);
    }
    out.writeByte(KeyTag.END);
  }

  Value read(ByteReader in, int depth) {
    return readContent(in, kindAt(in.readByte()), depth);
  }

  private Kind kindAt(int place) {
    Kind kind = kinds[place];
    if (kind == null) {
      throw KeyDecoding.unknown(place);
    }
    return kind;
  }

  private Value readContent(ByteReader in, Kind kind, int depth) {
    return switch (kind) {
      case UNDEFINED -> Undefined.UNDEFINED;
      case NULL -> Null.NULL;
      case MIN_KEY -> Extreme.MIN_KEY;
      case MAX_KEY -> Extreme.MAX_KEY;
      case BOOLEAN -> readBoolean(in);
      case INT32, INT64, DECIMAL128, DECIMAL -> readNumber(in);
      case FLOAT64 -> BinaryKeys.readDouble(in);
      case TEXT -> new Text(ScalarKeys.readText(in));
      case SYMBOL -> new Symbol(ScalarKeys.readText(in));
      case BINARY -> BinaryKeys.read(in, order);
      case UUID -> BinaryKeys.readUuid(in);
      case TIME_UUID -> new TimeUuid(UuidTime.of(in.readLong(), in.readLong()));
      case OBJECT_ID -> ScalarKeys.readObjectId(in);
      case DATE -> ScalarKeys.readDate(in);
      case TIME -> ScalarKeys.readTime(in);
      case DATE_TIME -> ScalarKeys.readDateTime(in);
      case TIMESTAMP -> ScalarKeys.readTimestamp(in);
      case DURATION -> ScalarKeys.readDuration(in);
      case REGULAR_EXPRESSION -> ScalarKeys.readExpression(in);
      case DB_POINTER -> BinaryKeys.readPointer(in);
      case CODE -> ScalarKeys.readCode(in);
      case SCOPED_CODE ->
          new ScopedCode(ScalarKeys.readText(in), readProperties(in, KeyDecoding.deeper(depth)));
      case ARRAY -> new Array(readElements(in, KeyDecoding.deeper(depth)));
      case OBJECT -> readProperties(in, KeyDecoding.deeper(depth));
      case MAPPING -> readMapping(readElements(in, KeyDecoding.deeper(depth)));
    };
  }

  /// In CQL's order a double is another kind than the numbers here.
  private Value readNumber(ByteReader in) {
    Value number = NumberKey.read(in);
    if (order != ValueOrder.CQL || !(number instanceof Float64(double value))) {
      return number;
    }
    if (Double.isFinite(value)) {
      return new Decimal(new BigDecimal(value));
    }
    if (Double.isNaN(value)) {
      return Decimal128.NAN;
    }
    return value > 0 ? Decimal128.POSITIVE_INFINITY : Decimal128.NEGATIVE_INFINITY;
  }

  private static Value readBoolean(ByteReader in) {
    int value = in.readByte();
    if (value > 1) {
      throw OrreryException.corrupted("a boolean in a key is " + value);
    }
    return Bool.of(value == 1);
  }

  private List<Value> readElements(ByteReader in, int depth) {
    List<Value> elements = new ArrayList<>();
    while (in.peek() != KeyTag.END) {
      elements.add(read(in, depth));
    }
    in.skip(1);
    return elements;
  }

  private Document readProperties(ByteReader in, int depth) {
    var properties = new LinkedHashMap<String, Value>();
    for (int place = in.readByte(); place != KeyTag.END; place = in.readByte()) {
      String name = ScalarKeys.readText(in);
      properties.put(name, readContent(in, kindAt(place), depth));
    }
    return new Document(properties);
  }

  private static Value readMapping(List<Value> keysAndValues) {
    if (keysAndValues.size() % 2 != 0) {
      throw OrreryException.corrupted("a mapping in a key has a key without a value");
    }
    List<Mapping.Entry> entries = new ArrayList<>(keysAndValues.size() / 2);
    for (int i = 0; i < keysAndValues.size(); i += 2) {
      entries.add(new Mapping.Entry(keysAndValues.get(i), keysAndValues.get(i + 1)));
    }
    return new Mapping(entries);
  }
}
