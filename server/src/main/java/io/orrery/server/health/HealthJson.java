// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import java.io.StringWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/// Writes small JSON documents: nested maps of texts, numbers and truth values.
public final class HealthJson {
  private static final JsonFactory FACTORY = new JsonFactory();

  private HealthJson() {}

  public static String of(Map<String, ?> object) {
    var text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), text)) {
      write(json, object);
    }
    return text.append('\n').toString();
  }

  private static void write(JsonGenerator json, @Nullable Object value) {
    switch (value) {
      case null -> json.writeNull();
      case String text -> json.writeString(text);
      case Boolean truth -> json.writeBoolean(truth);
      case Integer number -> json.writeNumber(number);
      case Long number -> json.writeNumber(number);
      case Double number -> json.writeNumber(number);
      case Map<?, ?> object -> {
        json.writeStartObject();
        object.forEach(
            (name, member) -> {
              json.writeName(String.valueOf(name));
              write(json, member);
            });
        json.writeEndObject();
      }
      default -> throw new IllegalArgumentException("No JSON for " + value.getClass());
    }
  }
}
