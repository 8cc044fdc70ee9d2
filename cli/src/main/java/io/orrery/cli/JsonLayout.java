// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.item.StoredItems;
import io.orrery.model.value.Value;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/// JSON on one line, or indented for people.
final class JsonLayout {
  private static final String INDENT = "  ";

  private JsonLayout() {}

  static String compact(Value value) {
    return new String(StoredItems.toJson(StoredItems.encode(value)), StandardCharsets.UTF_8);
  }

  static String pretty(Value value) {
    StringBuilder out = new StringBuilder();
    write(value, "\n", out);
    return out.toString();
  }

  /// @param lineBreak a new line with the indentation of this value
  private static void write(Value value, String lineBreak, StringBuilder out) {
    String inner = lineBreak + INDENT;
    switch (value) {
      case Value.Document(var members) when !members.isEmpty() -> {
        String separator = "{";
        for (Map.Entry<String, Value> member : members.entrySet()) {
          out.append(separator).append(inner).append(compact(new Value.Text(member.getKey())));
          out.append(": ");
          write(member.getValue(), inner, out);
          separator = ",";
        }
        out.append(lineBreak).append('}');
      }
      case Value.Array(var elements) when !elements.isEmpty() -> {
        String separator = "[";
        for (Value element : elements) {
          out.append(separator).append(inner);
          write(element, inner, out);
          separator = ",";
        }
        out.append(lineBreak).append(']');
      }
      case Value.Scalar _, Value.Composite _ -> out.append(compact(value));
    }
  }
}
