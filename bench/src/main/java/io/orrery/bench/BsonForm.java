// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonBinaryWriter;
import org.bson.BsonType;
import org.bson.io.BasicOutputBuffer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// BSON as the stored form, with the streaming readers and writers of MongoDB's own library and the
/// same JSON parser and generator as the other forms.
final class BsonForm {
  private static final JsonFactory JSON = new JsonFactory();

  private BsonForm() {}

  static byte[] fromJson(byte[] json) {
    var buffer = new BasicOutputBuffer(json.length + 64);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json);
        var writer = new BsonBinaryWriter(buffer)) {
      for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
        write(parser, token, writer);
      }
      return Arrays.copyOf(buffer.getInternalBuffer(), buffer.getPosition());
    }
  }

  static byte[] toJson(byte[] bson) {
    var out = new ByteArrayOutputStream(bson.length + 64);
    try (var reader = new BsonBinaryReader(ByteBuffer.wrap(bson));
        JsonGenerator generator = JSON.createGenerator(ObjectWriteContext.empty(), out)) {
      writeObject(reader, generator);
    }
    return out.toByteArray();
  }

  static String find(byte[] bson, String first, String second, String third) {
    String[] path = {first, second, third};
    int step = 0;
    try (var reader = new BsonBinaryReader(ByteBuffer.wrap(bson))) {
      reader.readStartDocument();
      while (reader.readBsonType() != BsonType.END_OF_DOCUMENT) {
        if (!reader.readName().equals(path[step])) {
          reader.skipValue();
        } else if (++step == path.length) {
          return reader.readString();
        } else {
          reader.readStartDocument();
        }
      }
    }
    throw new IllegalStateException("the sample has no such path");
  }

  private static void write(JsonParser parser, JsonToken token, BsonBinaryWriter writer) {
    switch (token) {
      case START_OBJECT -> writer.writeStartDocument();
      case END_OBJECT -> writer.writeEndDocument();
      case START_ARRAY -> writer.writeStartArray();
      case END_ARRAY -> writer.writeEndArray();
      case PROPERTY_NAME -> writer.writeName(parser.currentName());
      case VALUE_STRING -> writer.writeString(parser.getString());
      case VALUE_NUMBER_INT -> writeInteger(parser, writer);
      case VALUE_NUMBER_FLOAT -> writer.writeDouble(parser.getDoubleValue());
      case VALUE_TRUE -> writer.writeBoolean(true);
      case VALUE_FALSE -> writer.writeBoolean(false);
      case VALUE_NULL -> writer.writeNull();
      case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT -> throw new IllegalStateException(token.name());
    }
  }

  private static void writeInteger(JsonParser parser, BsonBinaryWriter writer) {
    if (parser.getNumberType() == JsonParser.NumberType.INT) {
      writer.writeInt32(parser.getIntValue());
    } else {
      writer.writeInt64(parser.getLongValue());
    }
  }

  private static void writeObject(BsonBinaryReader reader, JsonGenerator generator) {
    reader.readStartDocument();
    generator.writeStartObject();
    for (BsonType type = reader.readBsonType();
        type != BsonType.END_OF_DOCUMENT;
        type = reader.readBsonType()) {
      generator.writeName(reader.readName());
      writeValue(type, reader, generator);
    }
    generator.writeEndObject();
    reader.readEndDocument();
  }

  private static void writeArray(BsonBinaryReader reader, JsonGenerator generator) {
    reader.readStartArray();
    generator.writeStartArray();
    for (BsonType type = reader.readBsonType();
        type != BsonType.END_OF_DOCUMENT;
        type = reader.readBsonType()) {
      writeValue(type, reader, generator);
    }
    generator.writeEndArray();
    reader.readEndArray();
  }

  private static void writeValue(BsonType type, BsonBinaryReader reader, JsonGenerator generator) {
    switch (type) {
      case DOCUMENT -> writeObject(reader, generator);
      case ARRAY -> writeArray(reader, generator);
      case STRING -> generator.writeString(reader.readString());
      case INT32 -> generator.writeNumber(reader.readInt32());
      case INT64 -> generator.writeNumber(reader.readInt64());
      case DOUBLE -> generator.writeNumber(reader.readDouble());
      case BOOLEAN -> generator.writeBoolean(reader.readBoolean());
      case NULL -> {
        reader.readNull();
        generator.writeNull();
      }
      default -> throw new IllegalStateException("JSON gave a " + type);
    }
  }
}
