// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.DbPointer;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Extreme;
import io.orrery.model.value.Value.Mapping;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ScopedCode;
import io.orrery.model.value.Value.Symbol;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.TimeUuid;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.Value.Uuid;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.UUID;

/// The way back from [KeyEncoding]'s bytes.
final class KeyDecoding {
  private KeyDecoding() {}

  static Value read(ByteReader in, int depth) {
    int tag = in.readByte();
    return switch (tag) {
      case KeyTag.UNDEFINED -> Undefined.UNDEFINED;
      case KeyTag.NULL -> Null.NULL;
      case KeyTag.FALSE -> Bool.FALSE;
      case KeyTag.TRUE -> Bool.TRUE;
      case KeyTag.NUMBER -> NumberKey.read(in);
      case KeyTag.TEXT -> new Text(ScalarKeys.readText(in));
      case KeyTag.SYMBOL -> new Symbol(ScalarKeys.readText(in));
      case KeyTag.BINARY -> new Binary(EscapedBytes.read(in), in.readByte());
      case KeyTag.UUID -> new Uuid(new UUID(in.readLong(), in.readLong()));
      case KeyTag.TIME_UUID -> new TimeUuid(new UUID(in.readLong(), in.readLong()));
      case KeyTag.OBJECT_ID -> ScalarKeys.readObjectId(in);
      case KeyTag.DATE -> ScalarKeys.readDate(in);
      case KeyTag.TIME -> ScalarKeys.readTime(in);
      case KeyTag.DATE_TIME -> ScalarKeys.readDateTime(in);
      case KeyTag.TIMESTAMP -> ScalarKeys.readTimestamp(in);
      case KeyTag.DURATION -> ScalarKeys.readDuration(in);
      case KeyTag.REGULAR_EXPRESSION -> ScalarKeys.readExpression(in);
      case KeyTag.DB_POINTER -> new DbPointer(ScalarKeys.readText(in), ScalarKeys.readObjectId(in));
      case KeyTag.CODE -> ScalarKeys.readCode(in);
      case KeyTag.SCOPED_CODE ->
          new ScopedCode(ScalarKeys.readText(in), readDocument(in, deeper(depth)));
      case KeyTag.MIN_KEY -> Extreme.MIN_KEY;
      case KeyTag.MAX_KEY -> Extreme.MAX_KEY;
      case KeyTag.ARRAY -> readArray(in, deeper(depth));
      case KeyTag.OBJECT -> readDocument(in, deeper(depth));
      case KeyTag.MAPPING -> readMapping(in, deeper(depth));
      default -> throw unknown(tag);
    };
  }

  private static Value readArray(ByteReader in, int depth) {
    List<Value> elements = new ArrayList<>();
    while (in.peek() != KeyTag.END) {
      elements.add(read(in, depth));
    }
    in.skip(1);
    return new Array(elements);
  }

  private static Document readDocument(ByteReader in, int depth) {
    var properties = new LinkedHashMap<String, Value>();
    for (int tag = in.readByte(); tag != KeyTag.END; tag = in.readByte()) {
      if (tag != KeyTag.TEXT) {
        throw unknown(tag);
      }
      properties.put(ScalarKeys.readText(in), read(in, depth));
    }
    return new Document(properties);
  }

  private static Value readMapping(ByteReader in, int depth) {
    List<Mapping.Entry> entries = new ArrayList<>();
    while (in.peek() != KeyTag.END) {
      Value key = read(in, depth);
      entries.add(new Mapping.Entry(key, read(in, depth)));
    }
    in.skip(1);
    return new Mapping(entries);
  }

  static int deeper(int depth) {
    if (depth == Limits.ITEM_DEPTH) {
      throw OrreryException.corrupted("a value in a key nests too deep");
    }
    return depth + 1;
  }

  static OrreryException unknown(int tag) {
    return OrreryException.corrupted("a value in a key has the unknown tag " + tag);
  }
}
