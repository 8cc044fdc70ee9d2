// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/// BSON, as far as a rehearsal needs it: it sends what JSON has, and bytes; of an answer it reads
/// what stands in front, and skips documents and arrays.
final class WireDocument {
  private static final int DOUBLE = 0x01;
  private static final int TEXT = 0x02;
  private static final int DOCUMENT = 0x03;
  private static final int ARRAY = 0x04;
  private static final int BINARY = 0x05;
  private static final int OBJECT_ID = 0x07;
  private static final int BOOLEAN = 0x08;
  private static final int DATE = 0x09;
  private static final int NULL = 0x0A;
  private static final int INT32 = 0x10;
  private static final int TIMESTAMP = 0x11;
  private static final int INT64 = 0x12;
  private static final int OBJECT_ID_BYTES = 12;

  private WireDocument() {}

  static byte[] encode(Value.Document document) {
    var members = new ByteArrayOutputStream();
    document.properties().forEach((name, value) -> member(members, name, value));
    return framed(members);
  }

  private static byte[] framed(ByteArrayOutputStream members) {
    byte[] bytes = new byte[Integer.BYTES + members.size() + 1];
    littleEndian(bytes).putInt(bytes.length).put(members.toByteArray());
    return bytes;
  }

  private static void member(ByteArrayOutputStream out, String name, Value value) {
    switch (value) {
      case Value.Text(String text) -> {
        head(out, TEXT, name);
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        number(out, utf8.length + 1, Integer.BYTES);
        out.writeBytes(utf8);
        out.write(0);
      }
      case Value.Int32(int number) -> {
        head(out, INT32, name);
        number(out, number, Integer.BYTES);
      }
      case Value.Int64(long number) -> {
        head(out, INT64, name);
        number(out, number, Long.BYTES);
      }
      case Value.Float64(double number) -> {
        head(out, DOUBLE, name);
        number(out, Double.doubleToLongBits(number), Double.BYTES);
      }
      case Value.Bool bool -> {
        head(out, BOOLEAN, name);
        out.write(bool.isTrue() ? 1 : 0);
      }
      case Value.Null _ -> head(out, NULL, name);
      case Value.Binary(byte[] bytes, _) -> {
        head(out, BINARY, name);
        number(out, bytes.length, Integer.BYTES);
        out.write(0);
        out.writeBytes(bytes);
      }
      case Value.Document document -> {
        head(out, DOCUMENT, name);
        out.writeBytes(encode(document));
      }
      case Value.Array(List<Value> elements) -> {
        head(out, ARRAY, name);
        var members = new ByteArrayOutputStream();
        for (int i = 0; i < elements.size(); i++) {
          member(members, Integer.toString(i), elements.get(i));
        }
        out.writeBytes(framed(members));
      }
      case Value other ->
          throw new IllegalArgumentException("a rehearsal sends no " + other.kind());
    }
  }

  private static void head(ByteArrayOutputStream out, int type, String name) {
    out.write(type);
    out.writeBytes(name.getBytes(StandardCharsets.UTF_8));
    out.write(0);
  }

  private static void number(ByteArrayOutputStream out, long number, int bytes) {
    for (int i = 0; i < bytes; i++) {
      out.write((int) (number >>> (i * Byte.SIZE)));
    }
  }

  private static ByteBuffer littleEndian(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /// The members of a document that are neither documents nor arrays, dates nor identifiers.
  static Value.Document decode(byte[] document) {
    ByteBuffer in = littleEndian(document);
    in.position(Integer.BYTES);
    SequencedMap<String, Value> members = new LinkedHashMap<>();
    for (int type = in.get(); type != 0; type = in.get()) {
      String name = name(in);
      switch (type) {
        case DOUBLE -> members.put(name, new Value.Float64(in.getDouble()));
        case INT32 -> members.put(name, new Value.Int32(in.getInt()));
        case INT64 -> members.put(name, new Value.Int64(in.getLong()));
        case BOOLEAN -> members.put(name, Value.Bool.of(in.get() == 1));
        case NULL -> members.put(name, Value.Null.NULL);
        case TEXT -> {
          byte[] utf8 = bytes(in, in.getInt());
          members.put(
              name, new Value.Text(new String(utf8, 0, utf8.length - 1, StandardCharsets.UTF_8)));
        }
        case BINARY -> {
          int length = in.getInt();
          int subtype = in.get();
          members.put(name, new Value.Binary(bytes(in, length), subtype));
        }
        case DOCUMENT, ARRAY -> in.position(in.position() + in.getInt(in.position()));
        case DATE, TIMESTAMP -> in.position(in.position() + Long.BYTES);
        case OBJECT_ID -> in.position(in.position() + OBJECT_ID_BYTES);
        default -> throw new IllegalStateException("an answer has the type " + type);
      }
    }
    return new Value.Document(members);
  }

  private static String name(ByteBuffer in) {
    var name = new ByteArrayOutputStream();
    for (byte next = in.get(); next != 0; next = in.get()) {
      name.write(next);
    }
    return name.toString(StandardCharsets.UTF_8);
  }

  private static byte[] bytes(ByteBuffer in, int length) {
    byte[] bytes = new byte[length];
    in.get(bytes);
    return bytes;
  }
}
