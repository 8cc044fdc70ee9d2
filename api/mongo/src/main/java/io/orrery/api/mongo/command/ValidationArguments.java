// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.api.mongo.option.CollectionOptions;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/// Reads what `create` and `collMod` say about documents that a collection may have.
final class ValidationArguments {
  private ValidationArguments() {}

  static CollectionOptions read(CommandBody body) {
    Arguments arguments = body.arguments();
    Map<String, Value> given = new LinkedHashMap<>();
    arguments
        .findDocument(CollectionOptions.VALIDATOR)
        .ifPresent(validator -> given.put(CollectionOptions.VALIDATOR, validator));
    given.put(
        CollectionOptions.VALIDATION_LEVEL,
        choice(body, CollectionOptions.VALIDATION_LEVEL, Set.of("off", "strict", "moderate")));
    given.put(
        CollectionOptions.VALIDATION_ACTION,
        choice(body, CollectionOptions.VALIDATION_ACTION, Set.of("error", "warn")));
    return CollectionOptions.of(given);
  }

  private static Value choice(CommandBody body, String name, Set<String> known) {
    body.arguments()
        .findText(name)
        .filter(text -> !known.contains(text))
        .ifPresent(
            text -> {
              throw new MongoFailure(
                  MongoError.BAD_VALUE,
                  "Enumeration value '%s' for field '%s.%s' is not a valid value."
                      .formatted(text, body.name(), name));
            });
    return body.arguments().value(name);
  }
}
