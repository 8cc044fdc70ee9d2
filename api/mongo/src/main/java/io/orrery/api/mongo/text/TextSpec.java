// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.text;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.derive.TextLanguage;
import java.util.LinkedHashMap;
import java.util.Map;

/// Searches as values: they travel in filters, orders and expressions, under a name that no client
/// can send.
public final class TextSpec {
  public static final String NAME = "$\0text";

  private TextSpec() {}

  /// @param language of what is looked for
  static Value.Document of(String typed, String language, TextIndex index) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    index.weights().forEach((path, weight) -> fields.put(path, new Value.Float64(weight)));
    LinkedHashMap<String, Value> spec = new LinkedHashMap<>();
    spec.put("search", new Value.Text(typed));
    spec.put("language", new Value.Text(language));
    spec.put("weights", new Value.Document(fields));
    spec.put("usual", new Value.Text(index.languages().usual()));
    spec.put("field", new Value.Text(index.languages().field()));
    return new Value.Document(spec);
  }

  public static TextSearch read(Value value) {
    if (value instanceof Value.Document spec
        && spec.property("search") instanceof Value.Text(String typed)
        && spec.property("language") instanceof Value.Text(String language)
        && spec.property("weights") instanceof Value.Document fields
        && spec.property("usual") instanceof Value.Text(String usual)
        && spec.property("field") instanceof Value.Text(String field)) {
      Map<String, Double> weights = new LinkedHashMap<>();
      fields
          .properties()
          .forEach((path, weight) -> weights.put(path, BsonNumbers.toDouble(weight)));
      return TextSearch.of(typed, language, weights, new TextLanguage(usual, field));
    }
    throw OrreryException.corrupted("a search for words has other parts");
  }
}
