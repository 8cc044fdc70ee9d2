// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Stages that are short for others: `$count`, `$sortByCount`, `$bucket`, `$fill`.
final class StageExpansion {
  private static final Value ONE = new Value.Int32(1);

  private StageExpansion() {}

  static List<Value.Document> expand(List<Value.Document> stages) {
    List<Value.Document> all = new ArrayList<>();
    for (Value.Document stage : stages) {
      Map.Entry<String, Value> only = RowStages.only(stage);
      switch (only.getKey()) {
        case "$count" -> count(only.getValue(), all);
        case "$sortByCount" -> sortByCount(only.getValue(), all);
        case "$bucket" -> bucket(only.getValue(), all);
        case "$fill" -> FillExpansion.expand(only.getValue(), all);
        default -> all.add(stage);
      }
    }
    return all;
  }

  static Value.Document document(Object... namesAndValues) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      fields.put((String) namesAndValues[i], (Value) namesAndValues[i + 1]);
    }
    return new Value.Document(fields);
  }

  private static void count(Value value, List<Value.Document> all) {
    if (!(value instanceof Value.Text(String name))) {
      throw MongoFailure.at(40156, "the count field must be a non-empty string");
    }
    if (name.isEmpty()) {
      throw MongoFailure.at(40157, "the count field must be a non-empty string");
    }
    if (name.startsWith("$")) {
      throw MongoFailure.at(40158, "the count field cannot be a $-prefixed path");
    }
    if (name.indexOf('\0') >= 0) {
      throw MongoFailure.at(40159, "the count field cannot contain a null byte");
    }
    if (name.indexOf('.') >= 0) {
      throw MongoFailure.at(40160, "the count field cannot contain '.'");
    }
    all.add(document("$group", document("_id", Value.Null.NULL, name, document("$sum", ONE))));
    all.add(document("$project", document("_id", new Value.Int32(0))));
  }

  private static void sortByCount(Value value, List<Value.Document> all) {
    boolean path = value instanceof Value.Text(String text) && text.startsWith("$");
    if (value instanceof Value.Text && !path) {
      throw MongoFailure.at(
          40148, "the sortByCount field must be defined as a $-prefixed path or an expression");
    }
    if (value instanceof Value.Document object
        && (object.properties().isEmpty()
            || !object.properties().firstEntry().getKey().startsWith("$"))) {
      throw MongoFailure.at(
          40147, "the sortByCount field must be defined as a $-prefixed path or an expression");
    }
    if (!path && !(value instanceof Value.Document)) {
      throw MongoFailure.at(
          40149, "the sortByCount field must be specified as a string or as an object");
    }
    all.add(document("$group", document("_id", value, "count", document("$sum", ONE))));
    all.add(document("$sort", document("count", new Value.Int32(-1))));
  }

  private static void bucket(Value value, List<Value.Document> all) {
    Value.Document options =
        RowStages.object(
            value,
            40201,
            "Argument to $bucket stage must be an object, but found type: " + BsonType.name(value));
    for (String option : options.properties().keySet()) {
      if (!List.of("groupBy", "boundaries", "default", "output").contains(option)) {
        throw MongoFailure.at(40197, "Unrecognized option to $bucket: " + option);
      }
    }
    Value groupBy = options.property("groupBy");
    if (groupBy == Value.Undefined.UNDEFINED || !options.properties().containsKey("boundaries")) {
      throw MongoFailure.at(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
    }
    requireExpression(groupBy, 40202, "$bucket");
    List<Value> bounds = boundaries(options.property("boundaries"));
    Value otherwise = options.property("default");
    requireOutside(otherwise, bounds);
    all.add(document("$group", group(options, branches(groupBy, bounds), otherwise)));
    all.add(document("$sort", document("_id", ONE)));
  }

  static void requireExpression(Value groupBy, int code, String stage) {
    boolean expression =
        (groupBy instanceof Value.Text(String text) && text.startsWith("$"))
            || (groupBy instanceof Value.Document object
                && !object.properties().isEmpty()
                && object.properties().firstEntry().getKey().startsWith("$"));
    if (!expression) {
      throw MongoFailure.at(
          code,
          "The %s 'groupBy' field must be defined as a $-prefixed path or an expression"
              .formatted(stage));
    }
  }

  private static List<Value> boundaries(Value value) {
    if (!(value instanceof Value.Array(List<Value> bounds))) {
      throw MongoFailure.at(
          40200,
          "The $bucket 'boundaries' field must be an array, but found type: "
              + BsonType.name(value));
    }
    if (bounds.size() < 2) {
      throw MongoFailure.at(
          40192,
          "The $bucket 'boundaries' field must have at least 2 values, but found " + bounds.size());
    }
    for (int i = 1; i < bounds.size(); i++) {
      if (ValueOrder.BSON.compareKinds(bounds.get(i - 1).kind(), bounds.get(i).kind()) != 0) {
        throw MongoFailure.at(
            40193, "All values in the the 'boundaries' option to $bucket must have the same type.");
      }
      if (Comparisons.compare(bounds.get(i - 1), bounds.get(i)) >= 0) {
        throw MongoFailure.at(
            40194, "The 'boundaries' option to $bucket must be sorted in ascending order.");
      }
    }
    return bounds;
  }

  private static void requireOutside(Value otherwise, List<Value> bounds) {
    if (otherwise != Value.Undefined.UNDEFINED
        && Comparisons.compare(otherwise, bounds.getFirst()) >= 0
        && Comparisons.compare(otherwise, bounds.getLast()) < 0) {
      throw MongoFailure.at(
          40199,
          "The $bucket 'default' field must be less than the lowest boundary or greater than or"
              + " equal to the highest boundary.");
    }
  }

  private static List<Value> branches(Value groupBy, List<Value> bounds) {
    List<Value> branches = new ArrayList<>();
    for (int i = 1; i < bounds.size(); i++) {
      Value within =
          new Value.Array(
              List.of(
                  document("$gte", new Value.Array(List.of(groupBy, literal(bounds.get(i - 1))))),
                  document("$lt", new Value.Array(List.of(groupBy, literal(bounds.get(i)))))));
      branches.add(document("case", document("$and", within), "then", literal(bounds.get(i - 1))));
    }
    return branches;
  }

  private static Value literal(Value value) {
    return document("$literal", value);
  }

  private static Value.Document group(
      Value.Document options, List<Value> branches, Value otherwise) {
    LinkedHashMap<String, Value> choice = new LinkedHashMap<>();
    choice.put("branches", new Value.Array(branches));
    if (otherwise != Value.Undefined.UNDEFINED) {
      choice.put("default", literal(otherwise));
    }
    LinkedHashMap<String, Value> group = new LinkedHashMap<>();
    group.put("_id", document("$switch", new Value.Document(choice)));
    group.putAll(output(options.property("output"), 40196, "$bucket").properties());
    return new Value.Document(group);
  }

  /// What is told of a bucket; how many it has if nobody says.
  static Value.Document output(Value output, int code, String stage) {
    return output == Value.Undefined.UNDEFINED
        ? document("count", document("$sum", ONE))
        : RowStages.object(
            output,
            code,
            "The %s 'output' field must be an object, but found type: %s"
                .formatted(stage, BsonType.name(output)));
  }
}
