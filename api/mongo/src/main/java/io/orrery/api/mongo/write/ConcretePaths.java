// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/// The places in one document that a path of an update names: `$` is the element that the filter
/// found, `$[]` every element, `$[name]` those that a filter for elements passes.
final class ConcretePaths {
  private final Filter query;
  private final Map<String, Filter> elementFilters;

  /// @param collation how texts compare in array filters
  ConcretePaths(Filter query, List<Value.Document> arrayFilters, Collation collation) {
    this.query = query;
    this.elementFilters = new HashMap<>();
    for (Value.Document each : arrayFilters) {
      if (each.properties().isEmpty()) {
        throw new MongoFailure(
            MongoError.FAILED_TO_PARSE, "Cannot use an expression without a top-level field name");
      }
      String name = each.properties().firstEntry().getKey().split("\\.", 2)[0];
      Value.Document filter = collation.isSimple() ? each : CollatedFilters.in(each, collation);
      if (elementFilters.put(name, FilterReader.read(filter)) != null) {
        throw new MongoFailure(
            MongoError.FAILED_TO_PARSE,
            "Found multiple array filters with the same top-level field name " + name);
      }
    }
  }

  /// Whether a path names the same place in every document.
  static boolean isConcrete(String path) {
    return !path.contains("$");
  }

  /// The names of array filters that no path uses are mistakes.
  void requireUsed(List<String> paths) {
    for (String name : elementFilters.keySet()) {
      if (paths.stream().noneMatch(path -> path.contains("$[" + name + "]"))) {
        throw new MongoFailure(
            MongoError.FAILED_TO_PARSE,
            "The array filter for identifier '%s' was not used in the update".formatted(name));
      }
    }
  }

  List<List<String>> of(String path, Value document) {
    List<List<String>> paths = List.of(List.of());
    for (String name : DocumentPath.of(path).names()) {
      List<List<String>> longer = new ArrayList<>();
      for (List<String> prefix : paths) {
        if (name.equals("$")) {
          longer.add(with(prefix, found(prefix, document)));
        } else if (name.startsWith("$[") && name.endsWith("]")) {
          elements(prefix, name, path, document).forEach(index -> longer.add(with(prefix, index)));
        } else {
          longer.add(with(prefix, name));
        }
      }
      paths = longer;
    }
    return paths;
  }

  private static List<String> with(List<String> prefix, String name) {
    List<String> longer = new ArrayList<>(prefix);
    longer.add(name);
    return longer;
  }

  private String found(List<String> prefix, Value document) {
    OptionalInt position = Matching.position(query, String.join(".", prefix), document);
    if (position.isEmpty()) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "The positional operator did not find the match needed from the query.");
    }
    return Integer.toString(position.getAsInt());
  }

  private List<String> elements(List<String> prefix, String name, String path, Value document) {
    if (!(at(document, prefix) instanceof Value.Array(List<Value> elements))) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "The path '%s' must exist in the document in order to apply array updates."
              .formatted(path));
    }
    String identifier = name.substring(2, name.length() - 1);
    Filter filter = identifier.isEmpty() ? Filter.ALL : elementFilters.get(identifier);
    if (filter == null) {
      throw new MongoFailure(
          MongoError.BAD_VALUE,
          "No array filter found for identifier '%s' in path '%s'".formatted(identifier, path));
    }
    List<String> indexes = new ArrayList<>();
    for (int i = 0; i < elements.size(); i++) {
      LinkedHashMap<String, Value> named = new LinkedHashMap<>();
      named.put(identifier, elements.get(i));
      if (Matching.matches(filter, new Value.Document(named))) {
        indexes.add(Integer.toString(i));
      }
    }
    return indexes;
  }

  /// What is at a place; undefined if nothing is.
  static Value at(Value document, List<String> path) {
    Value value = document;
    for (String name : path) {
      int index = DocumentPath.index(name);
      value =
          switch (value) {
            case Value.Document inside -> inside.property(name);
            case Value.Array(List<Value> elements) when index >= 0 && index < elements.size() ->
                elements.get(index);
            case Value _ -> Value.Undefined.UNDEFINED;
          };
    }
    return value;
  }
}
