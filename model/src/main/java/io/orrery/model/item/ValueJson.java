// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Int32;
import io.orrery.model.value.Value.Int64;
import io.orrery.model.value.Value.Null;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// Values to JSON text, as their stored form would be written. What computed rows mostly consist of
/// takes the short way; everything else does take the stored form.
final class ValueJson {
  private static final byte[] NULL = "null".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] TRUE = "true".getBytes(StandardCharsets.US_ASCII);
  private static final byte[] FALSE = "false".getBytes(StandardCharsets.US_ASCII);

  private final ByteWriter out;
  private final int depthMax;

  ValueJson(ByteWriter out, int depthMax) {
    this.out = out;
    this.depthMax = depthMax;
  }

  void write(Value value, int depth) {
    switch (value) {
      case Text(String text) -> writeText(text);
      case Int32(int number) -> JsonNumbers.write(out, number);
      case Int64(long number) -> JsonNumbers.write(out, number);
      case Document document -> writeDocument(document, StoredEncoding.deeper(depth, depthMax));
      case Array array -> writeArray(array, StoredEncoding.deeper(depth, depthMax));
      case Bool bool -> out.writeBytes(bool.isTrue() ? TRUE : FALSE);
      case Null _, Undefined _ -> out.writeBytes(NULL);
      case Value.Scalar _, Value.Mapping _ -> writeStored(value, depth);
    }
  }

  private void writeText(String text) {
    byte[] utf8 = GeneralisedUtf8.encode(text);
    out.writeByte('"');
    JsonEscapes.write(out, utf8, 0, utf8.length);
    out.writeByte('"');
  }

  private void writeStored(Value value, int depth) {
    StoredItems.writeJson(StoredItems.encode(value, depthMax - depth), out);
  }

  private void writeDocument(Document document, int depth) {
    out.writeByte('{');
    boolean first = true;
    for (Map.Entry<String, Value> property : document.properties().entrySet()) {
      if (property.getValue() != Undefined.UNDEFINED) {
        if (!first) {
          out.writeByte(',');
        }
        first = false;
        writeText(property.getKey());
        out.writeByte(':');
        write(property.getValue(), depth);
      }
    }
    out.writeByte('}');
  }

  private void writeArray(Array array, int depth) {
    out.writeByte('[');
    boolean first = true;
    for (Value element : array.elements()) {
      if (!first) {
        out.writeByte(',');
      }
      first = false;
      write(element, depth);
    }
    out.writeByte(']');
  }
}
