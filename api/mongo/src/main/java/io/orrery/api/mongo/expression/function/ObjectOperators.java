// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.isNullish;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Documents made of documents, and of arrays of names and values.
public final class ObjectOperators {
  private ObjectOperators() {}

  static void addTo(FunctionTable table) {
    table.any("$mergeObjects", ObjectOperators::merge);
    table.unary("$objectToArray", ObjectOperators::toArray);
    table.unary("$arrayToObject", ObjectOperators::toObject);
  }

  private static Value merge(Value[] arguments) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    List<Value> all =
        arguments.length == 1 && arguments[0] instanceof Value.Array(List<Value> elements)
            ? elements
            : List.of(arguments);
    for (Value each : all) {
      if (!isNullish(each)) {
        fields.putAll(mergeable(each).properties());
      }
    }
    return new Value.Document(fields);
  }

  /// What can be merged; refuses all but documents.
  public static Value.Document mergeable(Value value) {
    if (value instanceof Value.Document document) {
      return document;
    }
    throw MongoFailure.at(
        40400, "$mergeObjects requires object inputs, but input is of type " + type(value));
  }

  private static Value toArray(Value value) {
    if (isNullish(value)) {
      return Value.Null.NULL;
    }
    if (!(value instanceof Value.Document document)) {
      throw MongoFailure.at(
          40390, "$objectToArray requires a document input, found: " + type(value));
    }
    List<Value> pairs = new ArrayList<>();
    document
        .properties()
        .forEach(
            (name, each) -> {
              LinkedHashMap<String, Value> pair = new LinkedHashMap<>();
              pair.put("k", new Value.Text(name));
              pair.put("v", each);
              pairs.add(new Value.Document(pair));
            });
    return new Value.Array(pairs);
  }

  private static Value toObject(Value value) {
    if (isNullish(value)) {
      return Value.Null.NULL;
    }
    List<Value> elements =
        Operands.array(value, 40386, "$arrayToObject requires an array input, found: ");
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    if (elements.isEmpty()) {
      return new Value.Document(fields);
    }
    boolean pairs =
        switch (elements.getFirst()) {
          case Value.Array _ -> true;
          case Value.Document _ -> false;
          case Value other ->
              throw MongoFailure.at(
                  40398, "Unrecognised input type format for $arrayToObject: " + type(other));
        };
    for (Value element : elements) {
      Map.Entry<String, Value> field = pairs ? pair(element) : named(element);
      fields.put(requireName(field.getKey()), field.getValue());
    }
    return new Value.Document(fields);
  }

  private static String requireName(String name) {
    if (name.indexOf('\0') >= 0) {
      throw MongoFailure.at(
          4940400, "Key field cannot contain an embedded null byte in $arrayToObject");
    }
    return name;
  }

  private static Map.Entry<String, Value> pair(Value element) {
    if (!(element instanceof Value.Array(List<Value> pair))) {
      throw MongoFailure.at(
          40396,
          "$arrayToObject requires a consistent input format. Elements must all be arrays or all"
              + " be objects. Array was detected, now found: "
              + type(element));
    }
    if (pair.size() != 2) {
      throw MongoFailure.at(
          40397,
          "$arrayToObject requires an array of size 2 arrays,found array of size: " + pair.size());
    }
    if (!(pair.getFirst() instanceof Value.Text(String name))) {
      throw MongoFailure.at(
          40395,
          "$arrayToObject requires an array of key-value pairs, where the key must be of type"
              + " string. Found key type: "
              + type(pair.getFirst()));
    }
    return Map.entry(name, pair.getLast());
  }

  private static Map.Entry<String, Value> named(Value element) {
    if (!(element instanceof Value.Document document)) {
      throw MongoFailure.at(
          40391,
          "$arrayToObject requires a consistent input format. Elements must all be arrays or all"
              + " be objects. Object was detected, now found: "
              + type(element));
    }
    if (document.properties().size() != 2) {
      throw MongoFailure.at(
          40392,
          "$arrayToObject requires an object keys of 'k' and 'v'. Found incorrect number of keys:"
              + document.properties().size());
    }
    Value key = document.property("k");
    if (!document.properties().containsKey("k") || !document.properties().containsKey("v")) {
      throw MongoFailure.at(
          40393,
          "$arrayToObject requires an object with keys 'k' and 'v'. Missing either or both keys");
    }
    if (!(key instanceof Value.Text(String name))) {
      throw MongoFailure.at(
          40394,
          "$arrayToObject requires an object with keys 'k' and 'v', where the value of 'k' must be"
              + " of type string. Found type: "
              + type(key));
    }
    return Map.entry(name, document.property("v"));
  }
}
