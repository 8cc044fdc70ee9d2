// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.schema.JsonSchema.SchemaRule;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;

/// Says why something was refused, field by field.
final class Explanation {
  private final LinkedHashMap<String, Value> fields = new LinkedHashMap<>();

  private Explanation() {}

  static Explanation empty() {
    return new Explanation();
  }

  static Explanation of(SchemaRule rule) {
    return empty().put("operatorName", new Value.Text(rule.keyword()));
  }

  /// With what the schema said.
  static Explanation specified(SchemaRule rule) {
    return of(rule).put("specifiedAs", rule.specified());
  }

  Explanation reason(String reason) {
    return put("reason", new Value.Text(reason));
  }

  /// The words that a schema has for its readers.
  Explanation about(JsonSchema schema) {
    schema.title().ifPresent(title -> put("title", new Value.Text(title)));
    schema.description().ifPresent(text -> put("description", new Value.Text(text)));
    return this;
  }

  Explanation put(String name, Value value) {
    fields.put(name, value);
    return this;
  }

  Value.Document toDocument() {
    return new Value.Document(fields);
  }
}
