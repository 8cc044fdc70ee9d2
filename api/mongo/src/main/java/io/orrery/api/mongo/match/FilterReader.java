// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.match;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.Filter.Test;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads filters: logical operators and fields. What is beyond them is refused by its name.
public final class FilterReader {
  private static final Set<String> NOT_SUPPORTED =
      Set.of(
          "$expr", "$where", "$text", "$jsonSchema", "$sampleRate", "$alwaysTrue", "$alwaysFalse");

  private FilterReader() {}

  public static Filter read(Value.Document filter) {
    List<Filter> parts = new ArrayList<>();
    for (Map.Entry<String, Value> field : filter.properties().entrySet()) {
      String name = field.getKey();
      switch (name) {
        case "$and" -> parts.add(new Filter.And(parts(name, field.getValue())));
        case "$or" -> parts.add(new Filter.Or(parts(name, field.getValue())));
        case "$nor" -> parts.add(new Filter.Nor(parts(name, field.getValue())));
        case "$comment" -> {
          // For whoever reads logs.
        }
        default -> parts.add(field(name, field.getValue()));
      }
    }
    return parts.size() == 1 ? parts.getFirst() : new Filter.And(parts);
  }

  private static Filter field(String name, Value condition) {
    if (name.startsWith("$")) {
      throw NOT_SUPPORTED.contains(name)
          ? MongoFailure.notSupported("The query operator " + name)
          : new MongoFailure(MongoError.BAD_VALUE, "unknown top level operator: " + name);
    }
    return new Filter.Field(DocumentPath.of(name), condition(condition));
  }

  private static Test condition(Value condition) {
    return TestReader.isOperators(condition)
        ? TestReader.operators((Value.Document) condition)
        : TestReader.equality(condition);
  }

  private static List<Filter> parts(String operator, Value value) {
    if (!(value instanceof Value.Array(List<Value> elements)) || elements.isEmpty()) {
      throw new MongoFailure(MongoError.BAD_VALUE, operator + " must be a nonempty array");
    }
    List<Filter> parts = new ArrayList<>();
    for (Value element : elements) {
      if (!(element instanceof Value.Document document)) {
        throw new MongoFailure(
            MongoError.BAD_VALUE, "$or/$and/$nor entries need to be full objects");
      }
      parts.add(read(document));
    }
    return parts;
  }
}
