// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.schema.JsonSchema.SchemaRule;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;

/// Says why something was refused, field by field.
final class RuleExplanation {
  private final LinkedHashMap<String, Value> fields = new LinkedHashMap<>();

  private RuleExplanation() {}

  static RuleExplanation empty() {
    return new RuleExplanation();
  }

  static RuleExplanation of(SchemaRule rule) {
    return empty().put("operatorName", new Value.Text(rule.keyword()));
  }

  /// With what the schema said.
  static RuleExplanation specified(SchemaRule rule) {
    return of(rule).put("specifiedAs", rule.specified());
  }

  RuleExplanation reason(String reason) {
    return put("reason", new Value.Text(reason));
  }

  /// The words that a schema has for its readers.
  RuleExplanation about(JsonSchema schema) {
    schema.title().ifPresent(title -> put("title", new Value.Text(title)));
    schema.description().ifPresent(text -> put("description", new Value.Text(text)));
    return this;
  }

  RuleExplanation put(String name, Value value) {
    fields.put(name, value);
    return this;
  }

  Value.Document toDocument() {
    return new Value.Document(fields);
  }
}
