// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.text;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.model.value.Value;
import io.orrery.plan.derive.TextLanguage;
import io.orrery.plan.derive.TextTerms;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What a text index says of searches: where words are looked for, and how much they count.
///
/// @param weights by dotted paths, or `$**` for every text
/// @param languages those of the documents
public record TextIndex(Map<String, Double> weights, TextLanguage languages) {
  /// Where MongoDB looks for a document's own language, unless it is told otherwise.
  private static final String LANGUAGE_FIELD = "language";

  private static final Value KIND = new Value.Text("text");

  public TextIndex {
    weights = new LinkedHashMap<>(weights);
  }

  /// Whether a key is that of a text index.
  public static boolean isText(Value.Document key) {
    return key.properties().containsValue(KIND);
  }

  /// Empty if a key is that of another index.
  ///
  /// @param options of its kind
  public static Optional<TextIndex> of(Value.Document key, Value.Document options) {
    Map<String, Double> weights = new LinkedHashMap<>();
    key.properties()
        .forEach(
            (path, kind) -> {
              if (kind.equals(KIND)) {
                weights.put(path, 1.0);
              }
            });
    if (weights.isEmpty()) {
      return Optional.empty();
    }
    if (options.property("weights") instanceof Value.Document given) {
      given.properties().forEach((path, weight) -> weights.put(path, BsonNumbers.toDouble(weight)));
    }
    return Optional.of(
        new TextIndex(
            weights,
            new TextLanguage(
                text(options, "default_language", TextTerms.ENGLISH),
                text(options, "language_override", LANGUAGE_FIELD))));
  }

  private static String text(Value.Document options, String name, String usual) {
    return options.property(name) instanceof Value.Text(String given) ? given : usual;
  }

  public List<String> paths() {
    return List.copyOf(weights.keySet());
  }
}
