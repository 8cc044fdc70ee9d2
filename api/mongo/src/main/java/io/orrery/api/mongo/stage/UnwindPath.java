// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stage;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.FieldPaths;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;

/// A document for each element of the array at a path.
///
/// @param index where the place of the element is written; empty if nowhere
/// @param keepsEmpty whether a document without elements stays
public record UnwindPath(List<String> names, Optional<List<String>> index, boolean keepsEmpty) {
  public UnwindPath {
    names = List.copyOf(names);
  }

  static UnwindPath read(Value value) {
    return switch (value) {
      case Value.Text(String path) -> new UnwindPath(path(path), Optional.empty(), false);
      case Value.Document options -> read(options);
      case Value other ->
          throw MongoFailure.at(
              15981,
              "expected either a string or an object as specification for $unwind stage, got "
                  + BsonType.name(other));
    };
  }

  private static UnwindPath read(Value.Document options) {
    List<String> names = null;
    Optional<List<String>> index = Optional.empty();
    boolean keepsEmpty = false;
    for (Map.Entry<String, Value> option : options.properties().entrySet()) {
      Value value = option.getValue();
      switch (option.getKey()) {
        case "path" -> {
          if (!(value instanceof Value.Text(String path))) {
            throw MongoFailure.at(
                28808,
                "expected a string as the path for $unwind stage, got " + BsonType.name(value));
          }
          names = path(path);
        }
        case "preserveNullAndEmptyArrays" -> {
          if (!(value instanceof Value.Bool keeps)) {
            throw MongoFailure.at(
                28809,
                "expected a boolean for the preserveNullAndEmptyArrays option to $unwind stage, got"
                    + " "
                    + BsonType.name(value));
          }
          keepsEmpty = keeps.isTrue();
        }
        case "includeArrayIndex" -> index = Optional.of(index(value));
        default ->
            throw MongoFailure.at(
                28811, "unrecognized option to $unwind stage: " + option.getKey());
      }
    }
    if (names == null) {
      throw MongoFailure.at(28812, "no path specified to $unwind stage");
    }
    return new UnwindPath(names, index, keepsEmpty);
  }

  private static List<String> path(String path) {
    if (!path.startsWith("$")) {
      throw MongoFailure.at(
          28818, "path option to $unwind stage should be prefixed with a '$': " + path);
    }
    return FieldPaths.names(path.substring(1));
  }

  private static List<String> index(Value value) {
    if (!(value instanceof Value.Text(String name)) || name.isEmpty()) {
      throw MongoFailure.at(
          28810, "expected a non-empty string for the includeArrayIndex  option to $unwind stage");
    }
    if (name.startsWith("$")) {
      throw MongoFailure.at(
          28822,
          "includeArrayIndex option to $unwind stage should not be prefixed with a '$': " + name);
    }
    return FieldPaths.names(name);
  }

  boolean rows(Value.Document document, Predicate<Value.Document> sink) {
    Value value = document;
    for (String name : names) {
      value =
          value instanceof Value.Document inside
              ? inside.property(name)
              : Value.Undefined.UNDEFINED;
    }
    return switch (value) {
      case Value.Array(List<Value> elements) when elements.isEmpty() ->
          !keepsEmpty || sink.test(placed(without(document, names, 0), Value.Null.NULL));
      case Value.Array(List<Value> elements) -> {
        for (int i = 0; i < elements.size(); i++) {
          Value.Document each = with(document, names, 0, elements.get(i));
          if (!sink.test(placed(each, new Value.Int64(i)))) {
            yield false;
          }
        }
        yield true;
      }
      case Value.Undefined _, Value.Null _ ->
          !keepsEmpty || sink.test(placed(document, Value.Null.NULL));
      case Value _ -> sink.test(placed(document, Value.Null.NULL));
    };
  }

  private Value.Document placed(Value.Document document, Value place) {
    return index.isEmpty() ? document : with(document, index.get(), 0, place);
  }

  /// The document with a value at a path; what is on the way becomes documents.
  public static Value.Document with(
      Value.Document document, List<String> names, int at, Value value) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(document.properties());
    String name = names.get(at);
    if (at == names.size() - 1) {
      fields.put(name, value);
    } else {
      Value.Document inner =
          document.property(name) instanceof Value.Document found
              ? found
              : new Value.Document(new LinkedHashMap<>());
      fields.put(name, with(inner, names, at + 1, value));
    }
    return new Value.Document(fields);
  }

  private static Value.Document without(Value.Document document, List<String> names, int at) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(document.properties());
    String name = names.get(at);
    if (at == names.size() - 1) {
      fields.remove(name);
    } else if (document.property(name) instanceof Value.Document inner) {
      fields.put(name, without(inner, names, at + 1));
    }
    return new Value.Document(fields);
  }
}
