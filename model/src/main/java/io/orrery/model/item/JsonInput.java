// SPDX-License-Identifier: Apache-2.0
package io.orrery.model.item;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.encoding.GeneralisedUtf8;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.json.JsonFactory;

/// JSON text to the stored form, token by token, without a tree in between.
final class JsonInput {
  /// The bytes at hand bound every name and string, and we count the depth ourselves.
  private static final JsonFactory JSON =
      JsonFactory.builder()
          .streamReadConstraints(
              StreamReadConstraints.builder()
                  .maxNestingDepth(Integer.MAX_VALUE)
                  .maxNameLength(Integer.MAX_VALUE)
                  .maxStringLength(Integer.MAX_VALUE)
                  .build())
          .build();

  private final ByteWriter out;
  private final StoredText text;
  private final PropertyNames names = new PropertyNames();
  private final int depthMax;
  private int[] begins = new int[16];
  private int depth;
  private boolean duplicates;

  JsonInput(ByteWriter out, int depthMax) {
    this.out = out;
    this.text = new StoredText(out);
    this.depthMax = depthMax;
  }

  void read(byte[] json, int offset, int length) {
    requireUtf8(json, offset, length);
    try (JsonParser parser = JSON.createParser(ObjectReadContext.empty(), json, offset, length)) {
      do {
        write(parser, parser.nextToken());
      } while (depth > 0);
      if (parser.nextToken() != null) {
        throw malformed("Something follows the JSON value.", null);
      }
    } catch (JacksonException e) {
      throw malformed(describe(e), e);
    }
  }

  /// Whether some object has a property twice; then both were written.
  boolean hasDuplicates() {
    return duplicates;
  }

  private void write(JsonParser parser, @Nullable JsonToken token) {
    switch (token) {
      case null -> throw malformed("The JSON text is empty.", null);
      case START_OBJECT -> {
        begin(StoredTag.OBJECT);
        names.openObject();
      }
      case END_OBJECT -> {
        names.closeObject();
        end();
      }
      case START_ARRAY -> begin(StoredTag.ARRAY);
      case END_ARRAY -> end();
      case PROPERTY_NAME -> writeName(parser.currentName());
      case VALUE_STRING ->
          text.writeText(
              parser.getStringCharacters(), parser.getStringOffset(), parser.getStringLength());
      case VALUE_NUMBER_INT -> writeInteger(parser);
      case VALUE_NUMBER_FLOAT -> writeDouble(parser.getDoubleValue());
      case VALUE_TRUE -> out.writeByte(StoredTag.TRUE);
      case VALUE_FALSE -> out.writeByte(StoredTag.FALSE);
      case VALUE_NULL -> out.writeByte(StoredTag.NULL);
      case NOT_AVAILABLE, VALUE_EMBEDDED_OBJECT ->
          throw new IllegalStateException("a parser of complete text gave " + token);
    }
  }

  private void begin(int tag) {
    if (depth == depthMax) {
      throw malformed("The JSON nests deeper than " + depthMax + " arrays and objects.", null);
    }
    if (depth == begins.length) {
      begins = Arrays.copyOf(begins, depth * 2);
    }
    begins[depth++] = StoredEncoding.begin(out, tag);
  }

  private void end() {
    StoredEncoding.end(out, begins[--depth]);
  }

  private void writeName(String name) {
    duplicates |= !names.add(name);
    text.writeName(name);
  }

  private void writeInteger(JsonParser parser) {
    switch (parser.getNumberType()) {
      case INT -> out.writeByte(StoredTag.INT32).writeSignedVarint(parser.getIntValue());
      case LONG -> out.writeByte(StoredTag.INT64).writeSignedVarint(parser.getLongValue());
      case BIG_INTEGER, FLOAT, DOUBLE, BIG_DECIMAL -> writeDouble(parser.getDoubleValue());
    }
  }

  private void writeDouble(double value) {
    if (!Double.isFinite(value)) {
      throw malformed("A JSON number is beyond the range of 64-bit floating point.", null);
    }
    out.writeByte(StoredTag.FLOAT64).writeLong(Double.doubleToRawLongBits(value));
  }

  /// The parser would take overlong forms, surrogates and, guessing from zeros in the first four
  /// bytes, even UTF-16 and UTF-32.
  private static void requireUtf8(byte[] json, int offset, int length) {
    if (!GeneralisedUtf8.isStrictlyValid(json, offset, length)) {
      throw malformed("The JSON text is not valid UTF-8.", null);
    }
    for (int i = 0; i < Math.min(4, length); i++) {
      if (json[offset + i] == 0) {
        throw malformed("The JSON text is not UTF-8, or begins with a zero byte.", null);
      }
    }
  }

  private static String describe(JacksonException e) {
    var location = e.getLocation();
    return "The JSON text is malformed"
        + (location == null ? "" : " at byte " + location.getByteOffset())
        + ": "
        + e.getOriginalMessage();
  }

  private static OrreryException malformed(String message, @Nullable Throwable cause) {
    return new OrreryException(ErrorCode.MALFORMED, message, cause);
  }
}
