// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.view;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/// Reads documents and filters in extended JSON, canonical or relaxed.
final class ExtendedJsonReader {
  private static final int UUID_SUBTYPE = 4;

  private ExtendedJsonReader() {}

  /// Fails with MALFORMED if it is no JSON object, with INVALID_ARGUMENT if something in it is no
  /// value of the type that it says it is.
  static Value.Document document(String text) {
    if (Json.parse(text) instanceof Value.Document document) {
      return members(document);
    }
    throw new OrreryException(ErrorCode.MALFORMED, "It must be a JSON object.");
  }

  private static Value.Document members(Value.Document json) {
    LinkedHashMap<String, Value> members = new LinkedHashMap<>();
    for (Map.Entry<String, Value> each : json.properties().entrySet()) {
      members.put(each.getKey(), value(each.getValue()));
    }
    return new Value.Document(members);
  }

  private static Value value(Value json) {
    return switch (json) {
      case Value.Document document -> document(document);
      case Value.Array(List<Value> elements) ->
          new Value.Array(elements.stream().map(ExtendedJsonReader::value).toList());
      case Value.Scalar _, Value.Mapping _ -> json;
    };
  }

  /// A document, or what a document with one member that begins with a dollar sign stands for.
  /// Operators of filters begin so, too, and stay as they are.
  private static Value document(Value.Document json) {
    if (json.properties().isEmpty()) {
      return json;
    }
    String name = json.properties().firstEntry().getKey();
    Value inside = json.properties().firstEntry().getValue();
    if (name.equals("$code") && json.property("$scope") instanceof Value.Document scope) {
      return new Value.ScopedCode(text(name, inside), members(scope));
    }
    if (!name.startsWith("$") || json.properties().size() > 1) {
      return members(json);
    }
    try {
      return typed(name, inside, json);
    } catch (IllegalArgumentException | DateTimeException | ArithmeticException e) {
      throw unfit(name, e);
    }
  }

  private static Value typed(String name, Value inside, Value.Document json) {
    return switch (name) {
      case "$oid" -> objectId(text(name, inside));
      case "$numberInt" -> new Value.Int32(Integer.parseInt(text(name, inside)));
      case "$numberLong" -> new Value.Int64(Long.parseLong(text(name, inside)));
      case "$numberDouble" -> new Value.Float64(Double.parseDouble(text(name, inside)));
      case "$numberDecimal" -> decimal(text(name, inside));
      case "$date" -> new Value.DateTime(milli(name, inside), 0);
      case "$binary" -> binary(name, member(name, inside));
      case "$uuid" -> uuid(UUID.fromString(text(name, inside)));
      case "$timestamp" -> timestamp(name, member(name, inside));
      case "$regularExpression" -> {
        Value.Document parts = member(name, inside);
        yield new Value.RegularExpression(
            text(name, parts.property("pattern")), text(name, parts.property("options")));
      }
      case "$symbol" -> new Value.Symbol(text(name, inside));
      case "$code" -> new Value.Code(text(name, inside));
      case "$dbPointer" -> {
        Value.Document parts = member(name, inside);
        yield new Value.DbPointer(
            text(name, parts.property("$ref")),
            objectId(text(name, member(name, parts.property("$id")).property("$oid"))));
      }
      case "$minKey" -> Value.Extreme.MIN_KEY;
      case "$maxKey" -> Value.Extreme.MAX_KEY;
      case "$undefined" -> Value.Undefined.UNDEFINED;
      default -> members(json);
    };
  }

  private static String text(String name, Value value) {
    if (value instanceof Value.Text(String text)) {
      return text;
    }
    throw unfit(name, null);
  }

  private static Value.Document member(String name, Value value) {
    if (value instanceof Value.Document document) {
      return document;
    }
    throw unfit(name, null);
  }

  private static Value.ObjectId objectId(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    if (bytes.length != Long.BYTES + Integer.BYTES) {
      throw new IllegalArgumentException("length " + bytes.length);
    }
    ByteBuffer buffer = ByteBuffer.wrap(bytes);
    return new Value.ObjectId(buffer.getLong(), buffer.getInt());
  }

  private static Value decimal(String text) {
    return switch (text) {
      case "NaN" -> Value.Decimal128.NAN;
      case "Infinity" -> Value.Decimal128.POSITIVE_INFINITY;
      case "-Infinity" -> Value.Decimal128.NEGATIVE_INFINITY;
      case "-0" -> Value.Decimal128.NEGATIVE_ZERO;
      default -> Value.Decimal128.of(new BigDecimal(text));
    };
  }

  /// Either a time in words, to the millisecond, or the milliseconds.
  private static long milli(String name, Value inside) {
    if (inside instanceof Value.Document number) {
      return Long.parseLong(text(name, number.property("$numberLong")));
    }
    Instant time = OffsetDateTime.parse(text(name, inside)).toInstant();
    return time.toEpochMilli();
  }

  private static Value binary(String name, Value.Document parts) {
    int subtype = Integer.parseInt(text(name, parts.property("subType")), 16);
    return new Value.Binary(
        Base64.getDecoder().decode(text(name, parts.property("base64"))), subtype);
  }

  private static Value uuid(UUID uuid) {
    byte[] bytes =
        ByteBuffer.allocate(2 * Long.BYTES)
            .putLong(uuid.getMostSignificantBits())
            .putLong(uuid.getLeastSignificantBits())
            .array();
    return new Value.Binary(bytes, UUID_SUBTYPE);
  }

  private static Value timestamp(String name, Value.Document parts) {
    return new Value.Timestamp(
        unsigned(name, parts.property("t")) << Integer.SIZE | unsigned(name, parts.property("i")));
  }

  private static long unsigned(String name, Value value) {
    long number =
        switch (value) {
          case Value.Int32(int narrow) -> narrow;
          case Value.Int64(long wide) -> wide;
          case Value _ -> -1;
        };
    if (number < 0 || number > 0xFFFF_FFFFL) {
      throw unfit(name, null);
    }
    return number;
  }

  private static OrreryException unfit(String name, @Nullable Exception e) {
    String message = "What stands behind %s is none of its values.".formatted(name);
    return e == null
        ? new OrreryException(ErrorCode.INVALID_ARGUMENT, message)
        : new OrreryException(ErrorCode.INVALID_ARGUMENT, message, e);
  }
}
