// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.encoding;

import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Binary;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Date;
import io.orrery.model.value.Value.DateTime;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.ObjectId;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Time;
import io.orrery.model.value.Value.Timestamp;
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
      case KeyTag.TEXT -> new Text(readText(in));
      case KeyTag.BINARY -> new Binary(EscapedBytes.read(in), in.readByte());
      case KeyTag.UUID -> new Uuid(new UUID(in.readLong(), in.readLong()));
      case KeyTag.OBJECT_ID -> new ObjectId(in.readLong(), in.readInt());
      case KeyTag.DATE -> new Date(in.readInt() ^ Integer.MIN_VALUE);
      case KeyTag.TIME -> readTime(in);
      case KeyTag.DATE_TIME -> readDateTime(in);
      case KeyTag.TIMESTAMP -> new Timestamp(in.readLong());
      case KeyTag.ARRAY -> readArray(in, deeper(depth));
      case KeyTag.OBJECT -> readDocument(in, deeper(depth));
      default -> throw unknown(tag);
    };
  }

  /// Without recursion: containers only count up, their ends count down.
  static void skip(ByteReader in) {
    int open = 0;
    do {
      int tag = in.readByte();
      switch (tag) {
        case KeyTag.UNDEFINED, KeyTag.NULL, KeyTag.FALSE, KeyTag.TRUE -> {}
        case KeyTag.NUMBER -> NumberKey.skip(in);
        case KeyTag.TEXT -> EscapedBytes.skip(in);
        case KeyTag.BINARY -> {
          EscapedBytes.skip(in);
          in.skip(1);
        }
        case KeyTag.UUID -> in.skip(16);
        case KeyTag.OBJECT_ID, KeyTag.DATE_TIME -> in.skip(12);
        case KeyTag.TIME, KeyTag.TIMESTAMP -> in.skip(8);
        case KeyTag.DATE -> in.skip(4);
        case KeyTag.ARRAY, KeyTag.OBJECT -> open++;
        case KeyTag.END -> {
          if (--open < 0) {
            throw unknown(tag);
          }
        }
        default -> throw unknown(tag);
      }
    } while (open > 0);
  }

  private static String readText(ByteReader in) {
    byte[] utf8 = EscapedBytes.read(in);
    return GeneralisedUtf8.decode(utf8, 0, utf8.length);
  }

  private static Value readTime(ByteReader in) {
    long nanoOfDay = in.readLong();
    if (!Time.isValid(nanoOfDay)) {
      throw OrreryException.corrupted("a time in a key is out of range");
    }
    return new Time(nanoOfDay);
  }

  private static Value readDateTime(ByteReader in) {
    long epochMilli = in.readLong() ^ Long.MIN_VALUE;
    int nanoOfMilli = in.readInt();
    if (!DateTime.isValid(nanoOfMilli)) {
      throw OrreryException.corrupted("a date in a key is out of range");
    }
    return new DateTime(epochMilli, nanoOfMilli);
  }

  private static Value readArray(ByteReader in, int depth) {
    List<Value> elements = new ArrayList<>();
    while (in.peek() != KeyTag.END) {
      elements.add(read(in, depth));
    }
    in.skip(1);
    return new Array(elements);
  }

  private static Value readDocument(ByteReader in, int depth) {
    var properties = new LinkedHashMap<String, Value>();
    for (int tag = in.readByte(); tag != KeyTag.END; tag = in.readByte()) {
      if (tag != KeyTag.TEXT) {
        throw unknown(tag);
      }
      properties.put(readText(in), read(in, depth));
    }
    return new Document(properties);
  }

  private static int deeper(int depth) {
    if (depth == KeyEncoding.DEPTH_MAX) {
      throw OrreryException.corrupted("a value in a key nests too deep");
    }
    return depth + 1;
  }

  private static OrreryException unknown(int tag) {
    return OrreryException.corrupted("a value in a key has the unknown tag " + tag);
  }
}
