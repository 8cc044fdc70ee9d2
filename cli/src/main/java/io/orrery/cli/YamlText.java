// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.util.Map;

/// JSON values as YAML in block style. Scalars and empty collections are written as JSON, which
/// YAML understands, so no text can be mistaken for something else.
final class YamlText {
  private static final String INDENT = "  ";

  private YamlText() {}

  static String of(Value value) {
    StringBuilder out = new StringBuilder();
    if (isBlock(value)) {
      block(value, "", out);
    } else {
      out.append(JsonLayout.compact(value)).append('\n');
    }
    return out.toString();
  }

  private static boolean isBlock(Value value) {
    return switch (value) {
      case Value.Document(var members) -> !members.isEmpty();
      case Value.Array(var elements) -> !elements.isEmpty();
      case Value.Scalar _, Value.Mapping _ -> false;
    };
  }

  private static void block(Value value, String indent, StringBuilder out) {
    if (value instanceof Value.Document(var members)) {
      for (Map.Entry<String, Value> member : members.entrySet()) {
        String name = member.getKey();
        boolean plain = name.matches("[A-Za-z_][A-Za-z0-9_]*") && !isWord(name);
        out.append(indent).append(plain ? name : JsonLayout.compact(new Value.Text(name)));
        entry(":", member.getValue(), indent, out);
      }
    } else if (value instanceof Value.Array(var elements)) {
      for (Value element : elements) {
        out.append(indent);
        entry("-", element, indent, out);
      }
    }
  }

  private static void entry(String mark, Value value, String indent, StringBuilder out) {
    out.append(mark);
    if (isBlock(value)) {
      out.append('\n');
      block(value, indent + INDENT, out);
    } else {
      out.append(' ').append(JsonLayout.compact(value)).append('\n');
    }
  }

  /// Words that YAML takes for truth values or nothing.
  private static boolean isWord(String name) {
    return name.toLowerCase(java.util.Locale.ROOT).matches("true|false|yes|no|on|off|null|y|n");
  }
}
