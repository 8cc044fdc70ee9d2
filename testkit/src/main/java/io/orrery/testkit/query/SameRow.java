// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.query;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;

/// Rows as JSON that is the same for equal ones: whatever the order of properties, and the type and
/// spelling of numbers.
public final class SameRow {
  private SameRow() {}

  public static String text(Value value) {
    StringBuilder out = new StringBuilder();
    write(value, out);
    return out.toString();
  }

  /// The same for a row that is JSON already.
  public static String text(String json) {
    return text(value("{\"row\":" + json + "}").property("row"));
  }

  /// A document.
  public static Value.Document value(String json) {
    byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
    return (Value.Document) StoredItems.decode(StoredItems.fromJson(bytes));
  }

  private static void write(Value value, StringBuilder out) {
    switch (value) {
      case Value.Array(List<Value> elements) -> {
        out.append('[');
        for (int i = 0; i < elements.size(); i++) {
          write(elements.get(i), out.append(i == 0 ? "" : ","));
        }
        out.append(']');
      }
      case Value.Document document -> {
        String separator = "{";
        for (var property : ValueOrder.sortedProperties(document)) {
          quote(property.getKey(), out.append(separator));
          write(property.getValue(), out.append(':'));
          separator = ",";
        }
        out.append(separator.equals("{") ? "{}" : "}");
      }
      case Value.Int32(int number) -> out.append(number);
      case Value.Int64(long number) -> out.append(number);
      case Value.Float64(double number) -> out.append(number(number));
      case Value.Text(String text) -> quote(text, out);
      case Value.Bool bool -> out.append(bool == Value.Bool.TRUE);
      case Value.Null _ -> out.append("null");
      case Value.Scalar _, Value.Mapping _ ->
          throw new IllegalArgumentException("JSON has no " + value.kind());
    }
  }

  private static String number(double number) {
    return number == 0 ? "0" : new BigDecimal(number).stripTrailingZeros().toPlainString();
  }

  private static void quote(String text, StringBuilder out) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '"' || c == '\\') {
        out.append('\\').append(c);
      } else if (c < ' ') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    out.append('"');
  }
}
