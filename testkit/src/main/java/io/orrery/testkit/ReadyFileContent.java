// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.util.LinkedHashMap;
import java.util.Map;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

/// Reads the one flat JSON object of a ready file.
final class ReadyFileContent {
  private ReadyFileContent() {}

  static Map<String, Object> parse(String json) {
    Map<String, Object> content = new LinkedHashMap<>();
    try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), json)) {
      require(parser.nextToken() == JsonToken.START_OBJECT, json);
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        JsonToken value = parser.nextToken();
        require(value.isScalarValue(), json);
        content.put(
            name, value == JsonToken.VALUE_NUMBER_INT ? parser.getLongValue() : parser.getString());
      }
      require(parser.currentToken() == JsonToken.END_OBJECT, json);
      return content;
    }
  }

  private static void require(boolean holds, String json) {
    if (!holds) {
      throw new IllegalStateException("Not a flat JSON object: " + json);
    }
  }
}
