// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.text;

import io.orrery.api.mongo.command.Arguments;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import io.orrery.plan.derive.TextLanguage;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/// Writes into `$text` and `{$meta: 'textScore'}` which fields are searched, as the text index of
/// the collection has them.
public final class TextBinding {
  private static final String TEXT = "$text";
  private static final Value SCORE = new Value.Text("textScore");
  private static final Set<String> LOGICAL = Set.of("$and", "$or", "$nor");

  private final Value.Document spec;

  private TextBinding(Value.Document spec) {
    this.spec = spec;
  }

  /// Empty if a filter searches for nothing. Fails with INDEX_NOT_FOUND if it does and there is no
  /// index.
  public static Optional<TextBinding> of(Value.Document filter, Optional<TextIndex> index) {
    return find(filter).map(search -> new TextBinding(spec(search, index)));
  }

  public static boolean isSearch(Value.Document filter) {
    return find(filter).isPresent();
  }

  private static Optional<Value> find(Value.Document filter) {
    for (Map.Entry<String, Value> each : filter.properties().entrySet()) {
      if (each.getKey().equals(TEXT)) {
        return Optional.of(each.getValue());
      }
      if (LOGICAL.contains(each.getKey())
          && each.getValue() instanceof Value.Array(List<Value> parts)) {
        for (Value part : parts) {
          Optional<Value> found =
              part instanceof Value.Document inner ? find(inner) : Optional.empty();
          if (found.isPresent()) {
            return found;
          }
        }
      }
    }
    return Optional.empty();
  }

  private static Value.Document spec(Value search, Optional<TextIndex> index) {
    if (!(search instanceof Value.Document options)) {
      throw new MongoFailure(MongoError.BAD_VALUE, "$text expects an object");
    }
    Arguments arguments = new Arguments(TEXT, options);
    String typed = arguments.text("$search");
    Optional<String> language = arguments.findText("$language");
    for (String option : List.of("$caseSensitive", "$diacriticSensitive")) {
      if (arguments.flag(option)) {
        throw MongoFailure.notSupported("A search with " + option);
      }
    }
    arguments.requireNothingElse();
    TextIndex found =
        index.orElseThrow(
            () ->
                new MongoFailure(
                    MongoError.INDEX_NOT_FOUND, "text index required for $text query"));
    String chosen = language.map(TextBinding::requireLanguage).orElse(found.languages().usual());
    return TextSpec.of(typed, chosen, found);
  }

  /// Fails with code 17262 for a language that there are no rules of.
  private static String requireLanguage(String language) {
    return TextLanguage.find(language)
        .orElseThrow(
            () ->
                MongoFailure.at(
                    17262,
                    "unsupported language: \"%s\" for text index version 3".formatted(language)));
  }

  public Value.Document filter(Value.Document filter) {
    LinkedHashMap<String, Value> bound = new LinkedHashMap<>();
    filter
        .properties()
        .forEach(
            (name, value) -> {
              if (name.equals(TEXT)) {
                bound.put(TextSpec.NAME, spec);
              } else if (LOGICAL.contains(name)
                  && value instanceof Value.Array(List<Value> parts)) {
                List<Value> all = new ArrayList<>();
                parts.forEach(
                    part -> all.add(part instanceof Value.Document inner ? filter(inner) : part));
                bound.put(name, new Value.Array(all));
              } else {
                bound.put(name, value);
              }
            });
    return new Value.Document(bound);
  }

  /// A projection or an order in which the score is computed.
  public Value.Document scored(Value.Document fields) {
    LinkedHashMap<String, Value> bound = new LinkedHashMap<>();
    fields
        .properties()
        .forEach((name, value) -> bound.put(name, isScore(value) ? expression() : value));
    return new Value.Document(bound);
  }

  private Value.Document expression() {
    LinkedHashMap<String, Value> score = new LinkedHashMap<>();
    score.put(TextSpec.NAME, spec);
    return new Value.Document(score);
  }

  static boolean isScore(Value value) {
    return value instanceof Value.Document document
        && document.properties().size() == 1
        && document.property("$meta").equals(SCORE);
  }
}
