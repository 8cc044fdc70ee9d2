// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table.entities;

import io.orrery.api.table.protocol.TableError;
import io.orrery.api.table.protocol.TableRefusal;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import java.util.Base64;
import java.util.Locale;
import java.util.UUID;
import java.util.regex.Pattern;

/// The types of properties. Each is a kind of value in the store, so that nothing but the value has
/// to be kept.
public enum EdmType {
  STRING("Edm.String"),
  BOOLEAN("Edm.Boolean"),
  INT32("Edm.Int32"),
  INT64("Edm.Int64"),
  DOUBLE("Edm.Double"),
  DATE_TIME("Edm.DateTime"),
  GUID("Edm.Guid"),
  BINARY("Edm.Binary");

  private static final Pattern UUID_FORM =
      Pattern.compile("\\p{XDigit}{8}(-\\p{XDigit}{4}){3}-\\p{XDigit}{12}");

  private final String text;

  EdmType(String text) {
    this.text = text;
  }

  /// As annotations write it: `Edm.Int64`.
  public String text() {
    return text;
  }

  /// Fails with InvalidInput if there is no such type.
  static EdmType of(String text) {
    for (EdmType each : values()) {
      if (each.text.equals(text)) {
        return each;
      }
    }
    throw TableRefusal.invalid("There is no type '%s'.".formatted(text));
  }

  /// The type of a stored value.
  public static EdmType of(Value value) {
    return switch (value.kind()) {
      case TEXT -> STRING;
      case BOOLEAN -> BOOLEAN;
      case INT32 -> INT32;
      case INT64 -> INT64;
      case FLOAT64 -> DOUBLE;
      case DATE_TIME -> DATE_TIME;
      case UUID -> GUID;
      case BINARY -> BINARY;
      case UNDEFINED,
          NULL,
          DECIMAL128,
          DECIMAL,
          SYMBOL,
          TIME_UUID,
          OBJECT_ID,
          DATE,
          TIME,
          TIMESTAMP,
          DURATION,
          REGULAR_EXPRESSION,
          DB_POINTER,
          CODE,
          SCOPED_CODE,
          MIN_KEY,
          MAX_KEY,
          ARRAY,
          OBJECT,
          MAPPING ->
          throw new IllegalStateException("an entity has a value of kind " + value.kind());
    };
  }

  /// The type of JSON without an annotation. Integers beyond 32 bits are doubles, as OData reads
  /// them.
  static EdmType ofJson(Value json, String property) {
    return switch (json) {
      case Value.Text _ -> STRING;
      case Value.Bool _ -> BOOLEAN;
      case Value.Int32 _ -> INT32;
      case Value.Int64 _, Value.Float64 _ -> DOUBLE;
      case Value other -> throw misfit(property, "a value of kind " + other.kind());
    };
  }

  /// The value that JSON stands for. Fails with InvalidInput if it is none of this type.
  Value read(Value json, String property) {
    return switch (this) {
      case STRING -> new Value.Text(text(json, property));
      case BOOLEAN -> bool(json, property);
      case INT32 -> int32(json, property);
      case INT64 -> int64(json, property);
      case DOUBLE -> new Value.Float64(number(json, property));
      case DATE_TIME -> DateTimeText.parse(text(json, property));
      case GUID -> guid(text(json, property), property);
      case BINARY -> new Value.Binary(base64(text(json, property), property), 0);
    };
  }

  private String text(Value json, String property) {
    if (json instanceof Value.Text(String value)) {
      return value;
    }
    throw misfit(property, shown(json));
  }

  private Value bool(Value json, String property) {
    if (json instanceof Value.Bool) {
      return json;
    }
    String value = text(json, property).toLowerCase(Locale.ROOT);
    if (value.equals("true") || value.equals("false")) {
      return Value.Bool.of(value.equals("true"));
    }
    throw misfit(property, value);
  }

  private Value int32(Value json, String property) {
    if (json instanceof Value.Int32) {
      return json;
    }
    try {
      return new Value.Int32(Integer.parseInt(text(json, property)));
    } catch (NumberFormatException _) {
      throw misfit(property, shown(json));
    }
  }

  private Value int64(Value json, String property) {
    return switch (json) {
      case Value.Int32(int value) -> new Value.Int64(value);
      case Value.Int64 value -> value;
      case Value other -> {
        try {
          yield new Value.Int64(Long.parseLong(text(other, property)));
        } catch (NumberFormatException _) {
          throw misfit(property, shown(json));
        }
      }
    };
  }

  private double number(Value json, String property) {
    return switch (json) {
      case Value.Int32(int value) -> value;
      case Value.Int64(long value) -> value;
      case Value.Float64(double value) -> value;
      case Value other -> {
        String value = text(other, property);
        try {
          yield switch (value) {
            case "NaN" -> Double.NaN;
            case "Infinity", "INF" -> Double.POSITIVE_INFINITY;
            case "-Infinity", "-INF" -> Double.NEGATIVE_INFINITY;
            default -> Double.parseDouble(value);
          };
        } catch (NumberFormatException _) {
          throw misfit(property, value);
        }
      }
    };
  }

  private static Value guid(String text, String property) {
    if (!UUID_FORM.matcher(text).matches()) {
      throw misfit(property, text);
    }
    return new Value.Uuid(UUID.fromString(text));
  }

  private static byte[] base64(String text, String property) {
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException _) {
      throw misfit(property, text);
    }
  }

  private static String shown(Value json) {
    return Json.text(json);
  }

  private static TableRefusal misfit(String property, String value) {
    String shown = value.length() > 100 ? value.substring(0, 100) + "…" : value;
    return new TableRefusal(
        TableError.INVALID_INPUT,
        "One of the request inputs is not valid: the property %s cannot be %s."
            .formatted(property, shown));
  }
}
