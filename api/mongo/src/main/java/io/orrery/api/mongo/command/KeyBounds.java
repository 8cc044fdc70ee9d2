// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;

/// `min` and `max` of a find: which part of an index it reads. They travel in the filter, under a
/// name that no client can send.
public final class KeyBounds {
  public static final String NAME = "$\0keys";
  public static final String MIN = "min";
  public static final String MAX = "max";

  private KeyBounds() {}

  /// A filter with the bounds that were given.
  static Value.Document in(Value.Document filter, Arguments arguments) {
    LinkedHashMap<String, Value> bounds = new LinkedHashMap<>();
    for (String name : List.of(MIN, MAX)) {
      arguments
          .findDocument(name)
          .filter(each -> !each.properties().isEmpty())
          .ifPresent(each -> bounds.put(name, each));
    }
    if (bounds.isEmpty()) {
      return filter;
    }
    if (bounds.get(MIN) instanceof Value.Document min
        && bounds.get(MAX) instanceof Value.Document max
        && !List.copyOf(min.properties().keySet()).equals(List.copyOf(max.properties().keySet()))) {
      throw MongoFailure.at(51176, "min and max must have the same field names");
    }
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(filter.properties());
    fields.put(NAME, new Value.Document(bounds));
    return new Value.Document(fields);
  }

  /// Empty if a filter has none.
  public static Optional<Value.Document> of(Value.Document filter) {
    return filter.property(NAME) instanceof Value.Document bounds
        ? Optional.of(bounds)
        : Optional.empty();
  }
}
