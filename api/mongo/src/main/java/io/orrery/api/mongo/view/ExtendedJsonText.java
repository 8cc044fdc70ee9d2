// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.view;

import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Documents as extended JSON: relaxed where no type is lost by it, canonical elsewhere. Whole
/// numbers are 32 bits wide, numbers with a fraction doubles; all others say what they are.
final class ExtendedJsonText {
  /// The years that four digits can tell.
  private static final long FIRST_MILLI = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();

  private static final long LAST_MILLI = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

  private ExtendedJsonText() {}

  static String of(Value.Document document) {
    return Json.text(json(document));
  }

  /// The JSON that stands for a value.
  private static Value json(Value value) {
    return switch (value) {
      case Value.Document(var properties) -> {
        LinkedHashMap<String, Value> members = new LinkedHashMap<>();
        for (Map.Entry<String, Value> each : properties.entrySet()) {
          members.put(each.getKey(), json(each.getValue()));
        }
        yield new Value.Document(members);
      }
      case Value.Array(List<Value> elements) ->
          new Value.Array(elements.stream().map(ExtendedJsonText::json).toList());
      case Value.Null _, Value.Bool _, Value.Text _, Value.Int32 _ -> value;
      case Value.Float64(double number) ->
          Double.isFinite(number) && number != Math.rint(number)
              ? value
              : typed("$numberDouble", Double.toString(number));
      case Value.Int64(long number) -> typed("$numberLong", Long.toString(number));
      case Value.Decimal128 number -> typed("$numberDecimal", number.toString());
      case Value.ObjectId id -> typed("$oid", id.toString());
      case Value.DateTime(long milli, int _) -> typed("$date", date(milli));
      case Value.Binary(byte[] bytes, int subtype) -> typed("$binary", binary(bytes, subtype));
      case Value.Timestamp(long bits) ->
          typed(
              "$timestamp",
              Json.object().put("t", bits >>> Integer.SIZE).put("i", bits & 0xFFFF_FFFFL).build());
      case Value.RegularExpression(String pattern, String options) ->
          typed(
              "$regularExpression",
              Json.object().put("pattern", pattern).put("options", options).build());
      case Value.Symbol(String name) -> typed("$symbol", name);
      case Value.Code(String source) -> typed("$code", source);
      case Value.ScopedCode(String source, Value.Document scope) ->
          Json.object().put("$code", source).put("$scope", json(scope)).build();
      case Value.DbPointer(String namespace, Value.ObjectId id) ->
          typed("$dbPointer", Json.object().put("$ref", namespace).put("$id", json(id)).build());
      case Value.Extreme extreme ->
          typed(extreme == Value.Extreme.MIN_KEY ? "$minKey" : "$maxKey", new Value.Int32(1));
      case Value.Undefined _ -> typed("$undefined", Value.Bool.TRUE);
      case Value.Uuid _,
          Value.TimeUuid _,
          Value.Decimal _,
          Value.Date _,
          Value.Time _,
          Value.Duration _,
          Value.Mapping _ ->
          throw new IllegalStateException("a document has a value of kind " + value.kind());
    };
  }

  private static Value date(long milli) {
    return milli >= FIRST_MILLI && milli <= LAST_MILLI
        ? new Value.Text(Instant.ofEpochMilli(milli).toString())
        : typed("$numberLong", Long.toString(milli));
  }

  private static Value binary(byte[] bytes, int subtype) {
    return Json.object()
        .put("base64", Base64.getEncoder().encodeToString(bytes))
        .put("subType", HexFormat.of().toHexDigits((byte) subtype))
        .build();
  }

  private static Value typed(String name, String text) {
    return typed(name, new Value.Text(text));
  }

  private static Value typed(String name, Value value) {
    return Json.object().put(name, value).build();
  }
}
