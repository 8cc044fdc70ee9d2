// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/// Writes values and stored items as BSON.
final class BsonOutput {
  /// Arrays name their elements; most are short.
  private static final String[] SMALL_INDEXES = smallIndexes();

  private final ByteWriter out;

  BsonOutput(ByteWriter out) {
    this.out = out;
  }

  /// Begins a document; [#end] wants what this gives.
  int begin() {
    int start = out.size();
    out.writeInt(0);
    return start;
  }

  void end(int start) {
    out.writeByte(0);
    out.setInt(start, Integer.reverseBytes(out.size() - start));
  }

  void head(int type, String name) {
    out.writeByte(type);
    cString(name);
  }

  static String index(int at) {
    return at < SMALL_INDEXES.length ? SMALL_INDEXES[at] : Integer.toString(at);
  }

  void document(Value.Document document) {
    int start = begin();
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      element(property.getKey(), property.getValue());
    }
    end(start);
  }

  private void array(List<Value> elements) {
    int start = begin();
    for (int i = 0; i < elements.size(); i++) {
      element(index(i), elements.get(i));
    }
    end(start);
  }

  void element(String name, Value value) {
    head(type(value), name);
    if (value instanceof Value.Document document) {
      document(document);
    } else if (value instanceof Value.Array(List<Value> elements)) {
      array(elements);
    } else {
      scalar(value);
    }
  }

  /// A stored item, without making values of its arrays, objects and usual texts.
  void stored(StoredCursor cursor) {
    boolean named = cursor.kind() == Value.Kind.OBJECT;
    int start = begin();
    cursor.enter();
    for (int i = 0; cursor.next(); i++) {
      int type = out.size();
      out.writeByte(0);
      if (named) {
        storedName(cursor);
      } else {
        cString(index(i));
      }
      out.setByte(type, storedValue(cursor));
    }
    cursor.leave();
    end(start);
  }

  /// What is plain has no zero in it and no half of a character.
  private void storedName(StoredCursor cursor) {
    if (cursor.namePlain()) {
      out.writeBytes(cursor.bytes(), cursor.nameOffset(), cursor.nameLength()).writeByte(0);
    } else {
      cString(cursor.name());
    }
  }

  /// Gives the type of what was written.
  private int storedValue(StoredCursor cursor) {
    if (cursor.isPlainText()) {
      plainText(cursor);
      return BsonType.STRING;
    }
    Value.Kind kind = cursor.kind();
    if (kind == Value.Kind.OBJECT || kind == Value.Kind.ARRAY) {
      stored(cursor);
      return kind == Value.Kind.OBJECT ? BsonType.DOCUMENT : BsonType.ARRAY;
    }
    Value value = cursor.value();
    scalar(value);
    return type(value);
  }

  private void plainText(StoredCursor cursor) {
    int offset = cursor.contentOffset();
    int length = cursor.valueEnd() - offset;
    int32(length + 1);
    out.writeBytes(cursor.bytes(), offset, length).writeByte(0);
  }

  private static int type(Value value) {
    return switch (value) {
      case Value.Float64 _ -> BsonType.DOUBLE;
      case Value.Text _ -> BsonType.STRING;
      case Value.Document _ -> BsonType.DOCUMENT;
      case Value.Array _ -> BsonType.ARRAY;
      case Value.Binary _ -> BsonType.BINARY;
      case Value.Undefined _ -> BsonType.UNDEFINED;
      case Value.ObjectId _ -> BsonType.OBJECT_ID;
      case Value.Bool _ -> BsonType.BOOLEAN;
      case Value.DateTime _ -> BsonType.DATE;
      case Value.Null _ -> BsonType.NULL;
      case Value.RegularExpression _ -> BsonType.REGULAR_EXPRESSION;
      case Value.DbPointer _ -> BsonType.DB_POINTER;
      case Value.Code _ -> BsonType.CODE;
      case Value.Symbol _ -> BsonType.SYMBOL;
      case Value.ScopedCode _ -> BsonType.SCOPED_CODE;
      case Value.Int32 _ -> BsonType.INT32;
      case Value.Timestamp _ -> BsonType.TIMESTAMP;
      case Value.Int64 _ -> BsonType.INT64;
      case Value.Decimal128 _ -> BsonType.DECIMAL128;
      case Value.Extreme extreme ->
          extreme == Value.Extreme.MIN_KEY ? BsonType.MIN_KEY : BsonType.MAX_KEY;
      case Value.Uuid _,
          Value.TimeUuid _,
          Value.Date _,
          Value.Time _,
          Value.Duration _,
          Value.Decimal _,
          Value.Mapping _ ->
          throw new OrreryException(
              ErrorCode.INTERNAL, "BSON has no type for a value of kind " + value.kind() + ".");
    };
  }

  private void scalar(Value value) {
    switch (value) {
      case Value.Float64(double number) -> int64(Double.doubleToRawLongBits(number));
      case Value.Text(String text) -> string(text);
      case Value.Symbol(String text) -> string(text);
      case Value.Code(String source) -> string(source);
      case Value.Int32(int number) -> int32(number);
      case Value.Int64(long number) -> int64(number);
      case Value.Timestamp(long bits) -> int64(bits);
      case Value.DateTime(long epochMilli, int _) -> int64(epochMilli);
      case Value.Bool bool -> out.writeByte(bool.isTrue() ? 1 : 0);
      case Value.ObjectId id -> objectId(id);
      case Value.Decimal128(long high, long low) -> {
        int64(low);
        int64(high);
      }
      case Value.Binary(byte[] bytes, int subtype) -> {
        int32(bytes.length);
        out.writeByte(subtype).writeBytes(bytes);
      }
      case Value.RegularExpression(String pattern, String options) -> {
        cString(pattern);
        cString(options);
      }
      case Value.DbPointer(String namespace, Value.ObjectId id) -> {
        string(namespace);
        objectId(id);
      }
      case Value.ScopedCode(String source, Value.Document scope) -> {
        int start = begin();
        string(source);
        document(scope);
        out.setInt(start, Integer.reverseBytes(out.size() - start));
      }
      case Value.Null _, Value.Undefined _, Value.Extreme _ -> {
        // The type says it all.
      }
      case Value.Document _,
          Value.Array _,
          Value.Uuid _,
          Value.TimeUuid _,
          Value.Date _,
          Value.Time _,
          Value.Duration _,
          Value.Decimal _,
          Value.Mapping _ ->
          throw new IllegalStateException("no scalar of BSON: " + value.kind());
    }
  }

  private void objectId(Value.ObjectId id) {
    out.writeLong(id.high()).writeInt(id.low());
  }

  private void string(String text) {
    byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
    int32(utf8.length + 1);
    out.writeBytes(utf8).writeByte(0);
  }

  /// Nearly all are short names of ASCII.
  private void cString(String text) {
    int length = text.length();
    byte[] target = out.reserve(length + 1);
    int at = out.size();
    for (int i = 0; i < length; i++) {
      char letter = text.charAt(i);
      if (letter >= 0x80) {
        out.writeBytes(text.getBytes(StandardCharsets.UTF_8)).writeByte(0);
        return;
      }
      target[at + i] = (byte) letter;
    }
    target[at + length] = 0;
    out.advance(length + 1);
  }

  void int32(int number) {
    out.writeInt(Integer.reverseBytes(number));
  }

  private void int64(long number) {
    out.writeLong(Long.reverseBytes(number));
  }

  private static String[] smallIndexes() {
    String[] indexes = new String[128];
    for (int i = 0; i < indexes.length; i++) {
      indexes[i] = Integer.toString(i);
    }
    return indexes;
  }
}
