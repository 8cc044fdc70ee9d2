// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.bson;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/// Walks the elements of a BSON document or array, which somebody sent: every length is checked
/// before it is followed, and what does not fit fails with MALFORMED.
final class BsonCursor {
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
  private static final int DOCUMENT_BYTES_MIN = 5;

  private final byte[] bytes;

  /// Where the document's own end byte is.
  private final int limit;

  private int position;
  private int type;
  private int nameOffset;
  private int nameLength;

  /// @param offset where the document begins, with its length
  /// @param end it must not go beyond
  BsonCursor(byte[] bytes, int offset, int end) {
    int length = documentLength(bytes, offset, end);
    this.bytes = bytes;
    this.position = offset + Integer.BYTES;
    this.limit = offset + length - 1;
  }

  /// How long the document is that begins at an offset.
  static int documentLength(byte[] bytes, int offset, int end) {
    if (end - offset < DOCUMENT_BYTES_MIN) {
      throw malformed("a document is cut off");
    }
    int length = (int) INT.get(bytes, offset);
    if (length < DOCUMENT_BYTES_MIN || length > end - offset || bytes[offset + length - 1] != 0) {
      throw malformed("a document has a wrong length");
    }
    return length;
  }

  /// Moves to the next element; its value must be taken before the one behind it.
  boolean next() {
    if (position == limit) {
      return false;
    }
    type = bytes[position++] & 0xFF;
    nameOffset = position;
    nameLength = skipCString();
    return true;
  }

  int type() {
    return type;
  }

  String name() {
    return utf8(nameOffset, nameLength);
  }

  /// Whether the value has elements of its own: to be walked by the cursor of [#enter].
  boolean isContainer() {
    return type == BsonType.DOCUMENT || type == BsonType.ARRAY;
  }

  /// A cursor over the current document or array; this one goes on behind it.
  BsonCursor enter() {
    BsonCursor inner = new BsonCursor(bytes, position, limit);
    position = inner.limit + 1;
    return inner;
  }

  /// The bytes of the current document or array; this cursor goes on behind it.
  RawDocument raw() {
    int offset = position;
    position += documentLength(bytes, offset, limit);
    return new RawDocument(bytes, offset, position);
  }

  /// Leaves the current value out.
  void skip() {
    if (isContainer()) {
      position += documentLength(bytes, position, limit);
    } else {
      Value _ = scalar();
    }
  }

  /// The current value, which is no document and no array.
  Value scalar() {
    return switch (type) {
      case BsonType.DOUBLE -> new Value.Float64(Double.longBitsToDouble(readLong()));
      case BsonType.STRING -> new Value.Text(readString());
      case BsonType.BINARY -> binary();
      case BsonType.UNDEFINED -> Value.Undefined.UNDEFINED;
      case BsonType.OBJECT_ID -> objectId();
      case BsonType.BOOLEAN -> bool();
      case BsonType.DATE -> new Value.DateTime(readLong(), 0);
      case BsonType.NULL -> Value.Null.NULL;
      case BsonType.REGULAR_EXPRESSION -> new Value.RegularExpression(readCString(), readCString());
      case BsonType.DB_POINTER -> new Value.DbPointer(readString(), objectId());
      case BsonType.CODE -> new Value.Code(readString());
      case BsonType.SYMBOL -> new Value.Symbol(readString());
      case BsonType.SCOPED_CODE -> scopedCode();
      case BsonType.INT32 -> new Value.Int32(readInt());
      case BsonType.TIMESTAMP -> new Value.Timestamp(readLong());
      case BsonType.INT64 -> new Value.Int64(readLong());
      case BsonType.DECIMAL128 -> {
        long low = readLong();
        yield new Value.Decimal128(readLong(), low);
      }
      case BsonType.MIN_KEY -> Value.Extreme.MIN_KEY;
      case BsonType.MAX_KEY -> Value.Extreme.MAX_KEY;
      default -> throw malformed("there is no type " + type);
    };
  }

  private Value binary() {
    int length = readInt();
    int subtype = bytes[require(1)] & 0xFF;
    int offset = require(length);
    return new Value.Binary(Arrays.copyOfRange(bytes, offset, position), subtype);
  }

  private Value.ObjectId objectId() {
    long high = Long.reverseBytes(readLong());
    return new Value.ObjectId(high, Integer.reverseBytes(readInt()));
  }

  private Value bool() {
    return switch (bytes[require(1)]) {
      case 0 -> Value.Bool.FALSE;
      case 1 -> Value.Bool.TRUE;
      default -> throw malformed("a boolean is neither true nor false");
    };
  }

  private Value scopedCode() {
    int begin = position;
    int length = readInt();
    String source = readString();
    int scope = position;
    position += documentLength(bytes, scope, limit);
    if (length != position - begin) {
      throw malformed("code with a scope has a wrong length");
    }
    return new Value.ScopedCode(source, new RawDocument(bytes, scope, position).toValue());
  }

  private String readString() {
    int length = readInt();
    if (length < 1) {
      throw malformed("a string has a wrong length");
    }
    int offset = require(length);
    if (bytes[position - 1] != 0) {
      throw malformed("a string does not end");
    }
    return utf8(offset, length - 1);
  }

  private String readCString() {
    int offset = position;
    int length = skipCString();
    return utf8(offset, length);
  }

  /// Gives the length without the end byte.
  private int skipCString() {
    int at = position;
    while (at < limit && bytes[at] != 0) {
      at++;
    }
    if (at == limit) {
      throw malformed("a name does not end");
    }
    int length = at - position;
    position = at + 1;
    return length;
  }

  private String utf8(int offset, int length) {
    if (!GeneralisedUtf8.isStrictlyValid(bytes, offset, length)) {
      throw malformed("a text is no UTF-8");
    }
    return new String(bytes, offset, length, StandardCharsets.UTF_8);
  }

  private int readInt() {
    return (int) INT.get(bytes, require(Integer.BYTES));
  }

  private long readLong() {
    return (long) LONG.get(bytes, require(Long.BYTES));
  }

  /// Takes bytes; gives where they begin.
  private int require(int count) {
    if (count < 0 || count > limit - position) {
      throw malformed("a value is cut off");
    }
    int offset = position;
    position += count;
    return offset;
  }

  static OrreryException malformed(String what) {
    return new OrreryException(ErrorCode.MALFORMED, "The BSON is not valid: " + what + ".");
  }
}
