// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.command;

import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;

/// The collation of a filter travels inside it, as variables do ([CommandVariables]): so it is
/// known wherever the filter is read, in partitions, retries and statements. Orders and distinct
/// values beside a filter go by the same one. Its name is one that no client can send.
public final class CollatedFilters {
  /// Names in BSON end at the first zero.
  public static final String NAME = "\0collation";

  private CollatedFilters() {}

  /// A filter with a collation, unless it has one already.
  public static Value.Document in(Value.Document filter, Collation collation) {
    if (filter.properties().containsKey(NAME)) {
      return filter;
    }
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(filter.properties());
    fields.put(NAME, Collations.toDocument(collation));
    return new Value.Document(fields);
  }

  public static Collation of(Value.Document filter) {
    return filter.property(NAME) instanceof Value.Document collation
        ? isSimple(collation) ? Collation.SIMPLE : Collations.read(collation)
        : Collation.SIMPLE;
  }

  private static boolean isSimple(Value.Document collation) {
    return collation.property("locale").equals(new Value.Text(Collation.SIMPLE.locale()));
  }

  /// The filter as the client wrote it.
  public static Value.Document told(Value.Document filter) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    filter
        .properties()
        .forEach(
            (name, value) -> {
              if (!name.equals(NAME) && !name.equals(KeyBounds.NAME)) {
                fields.put(name.replace("\0", ""), told(value));
              }
            });
    return new Value.Document(fields);
  }

  private static Value told(Value value) {
    return switch (value) {
      case Value.Document document -> told(document);
      case Value.Array(List<Value> elements) ->
          new Value.Array(elements.stream().map(CollatedFilters::told).toList());
      case Value other -> other;
    };
  }
}
