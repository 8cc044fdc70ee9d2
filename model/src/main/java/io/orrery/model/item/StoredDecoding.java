// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.OrreryException;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Code;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
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
import io.orrery.model.value.Value.ScopedCode;
import io.orrery.model.value.Value.Symbol;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.TimeUuid;
import io.orrery.model.value.Value.Timestamp;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;

/// Makes values of stored bytes. The cursor bounds the recursion.
final class StoredDecoding {
  private StoredDecoding() {}

  static Value value(StoredCursor cursor) {
    return switch (cursor.tag()) {
      case StoredTag.ARRAY -> array(cursor);
      case StoredTag.OBJECT -> document(cursor);
      case StoredTag.MAPPING -> mapping(cursor);
      default -> scalar(cursor);
    };
  }

  static Value scalar(StoredCursor cursor) {
    return switch (cursor.kind()) {
      case UNDEFINED -> Undefined.UNDEFINED;
      case NULL -> Null.NULL;
      case BOOLEAN -> Bool.of(cursor.tag() == StoredTag.TRUE);
      case INT32 -> int32(cursor.integer());
      case INT64 -> new Int64(cursor.integer());
      case FLOAT64 -> new Float64(Double.longBitsToDouble(cursor.longAt(0)));
      case DECIMAL128 -> new Decimal128(cursor.longAt(0), cursor.longAt(8));
      case TEXT -> new Text(text(cursor));
      case BINARY -> binary(cursor);
      case UUID -> new Uuid(new UUID(cursor.longAt(0), cursor.longAt(8)));
      case OBJECT_ID -> new ObjectId(cursor.longAt(0), cursor.intAt(8));
      case DATE -> new Date(cursor.intAt(0));
      case TIME -> time(cursor.longAt(0));
      case DATE_TIME -> dateTime(cursor.longAt(0), cursor.intAt(8));
      case TIMESTAMP -> new Timestamp(cursor.longAt(0));
      case DECIMAL -> StoredParts.decimal(cursor);
      case TIME_UUID -> new TimeUuid(new UUID(cursor.longAt(0), cursor.longAt(8)));
      case DURATION -> new Duration(cursor.intAt(0), cursor.intAt(4), cursor.longAt(8));
      case SYMBOL -> new Symbol(text(cursor));
      case CODE -> new Code(text(cursor));
      case REGULAR_EXPRESSION -> StoredParts.expression(cursor);
      case DB_POINTER -> StoredParts.pointer(cursor);
      case SCOPED_CODE ->
          new ScopedCode(StoredParts.source(cursor), document(StoredParts.scope(cursor)));
      case MIN_KEY -> Extreme.MIN_KEY;
      case MAX_KEY -> Extreme.MAX_KEY;
      case ARRAY, OBJECT, MAPPING -> throw new IllegalStateException("a container is no scalar");
    };
  }

  private static Value array(StoredCursor cursor) {
    List<Value> elements = new ArrayList<>();
    cursor.enter();
    while (cursor.next()) {
      elements.add(value(cursor));
    }
    cursor.leave();
    return new Array(elements);
  }

  /// Of several properties with one name the last wins, at the place of the first.
  private static Document document(StoredCursor cursor) {
    var properties = new LinkedHashMap<String, Value>();
    cursor.enter();
    while (cursor.next()) {
      properties.put(cursor.name(), value(cursor));
    }
    cursor.leave();
    return new Document(properties);
  }

  private static Value mapping(StoredCursor cursor) {
    List<Mapping.Entry> entries = new ArrayList<>();
    cursor.enter();
    while (cursor.next()) {
      Value key = value(cursor);
      StoredParts.requireValue(cursor.next());
      entries.add(new Mapping.Entry(key, value(cursor)));
    }
    cursor.leave();
    return new Mapping(entries);
  }

  private static Value int32(long value) {
    if (value != (int) value) {
      throw OrreryException.corrupted("a stored int32 is out of range");
    }
    return new Int32((int) value);
  }

  private static String text(StoredCursor cursor) {
    int offset = cursor.contentOffset();
    return GeneralisedUtf8.decode(cursor.bytes(), offset, cursor.valueEnd() - offset);
  }

  private static Value binary(StoredCursor cursor) {
    int offset = cursor.contentOffset();
    byte[] bytes = Arrays.copyOfRange(cursor.bytes(), offset, cursor.valueEnd());
    return new Binary(bytes, cursor.bytes()[offset - 1] & 0xFF);
  }

  private static Value time(long nanoOfDay) {
    if (!Time.isValid(nanoOfDay)) {
      throw OrreryException.corrupted("a stored time is out of range");
    }
    return new Time(nanoOfDay);
  }

  private static Value dateTime(long epochMilli, int nanoOfMilli) {
    if (!DateTime.isValid(nanoOfMilli)) {
      throw OrreryException.corrupted("a stored date is out of range");
    }
    return new DateTime(epochMilli, nanoOfMilli);
  }
}
