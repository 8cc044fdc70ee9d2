// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.stage;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.ShapeReader;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/// Reads the stages that look at one document at a time.
public final class RowStages {
  private static final Set<String> NAMES =
      Set.of(
          "$match",
          "$project",
          "$addFields",
          "$set",
          "$unset",
          "$replaceRoot",
          "$replaceWith",
          "$unwind",
          "$redact");

  /// Stages of pipelines that look at more than one document.
  private static final Set<String> OF_PIPELINES =
      Set.of(
          "$bucket",
          "$bucketAuto",
          "$changeStream",
          "$collStats",
          "$count",
          "$currentOp",
          "$densify",
          "$documents",
          "$facet",
          "$fill",
          "$geoNear",
          "$graphLookup",
          "$group",
          "$indexStats",
          "$limit",
          "$listLocalSessions",
          "$lookup",
          "$merge",
          "$out",
          "$sample",
          "$setWindowFields",
          "$skip",
          "$sort",
          "$sortByCount",
          "$unionWith");

  private static final Set<String> ORDERING = Set.of("$near", "$nearSphere", "$geoNear");

  private static final Set<String> OF_UPDATES =
      Set.of("$project", "$addFields", "$set", "$unset", "$replaceRoot", "$replaceWith");

  private final ExpressionReader expressions;
  private final Variables variables;

  /// @param variables what may stand in the expressions
  public RowStages(Variables variables) {
    this.expressions = ExpressionReader.of(variables);
    this.variables = variables;
  }

  public static boolean isRowStage(String name) {
    return NAMES.contains(name);
  }

  /// Whether pipelines have a stage of this name.
  public static boolean isStage(String name) {
    return NAMES.contains(name) || OF_PIPELINES.contains(name);
  }

  /// The only field of a stage: its name and what it says.
  public static Map.Entry<String, Value> only(Value stage) {
    if (stage instanceof Value.Document document && document.properties().size() == 1) {
      return document.properties().firstEntry();
    }
    throw new MongoFailure(
        MongoError.BAD_STAGE,
        "A pipeline stage specification object must contain exactly one field.");
  }

  /// What changes a document in an update.
  public static List<RowStage> ofUpdate(List<Value.Document> stages, Variables variables) {
    RowStages reader = new RowStages(variables);
    List<RowStage> read = new ArrayList<>();
    for (Value.Document stage : stages) {
      Map.Entry<String, Value> only = only(stage);
      if (!OF_UPDATES.contains(only.getKey())) {
        throw isStage(only.getKey())
            ? new MongoFailure(
                MongoError.INVALID_OPTIONS,
                only.getKey() + " is not allowed to be used within an update")
            : unrecognized(only.getKey());
      }
      read.add(reader.read(only.getKey(), only.getValue()));
    }
    return read;
  }

  public static MongoFailure unrecognized(String name) {
    return MongoFailure.at(40324, "Unrecognized pipeline stage name: '%s'".formatted(name));
  }

  public RowStage read(String name, Value value) {
    return switch (name) {
      case "$match" ->
          new RowStage.Match(
              new FilterReader(expressions, variables)
                  .filter(
                      requireUnordered(
                          object(
                              value,
                              15959,
                              "the match filter must be an expression in an object"))));
      case "$project" ->
          new RowStage.Shape(
              ShapeReader.projection(
                  object(value, 15969, "$project specification must be an object"), expressions));
      case "$addFields", "$set" -> additions(name, value);
      case "$unset" -> new RowStage.Shape(ShapeReader.removals(paths(value)));
      case "$replaceRoot" -> new RowStage.Replace(expressions.read(newRoot(value)));
      case "$replaceWith" -> new RowStage.Replace(expressions.read(value));
      case "$unwind" -> new RowStage.Unwind(UnwindPath.read(value));
      case "$redact" ->
          new RowStage.Redact(
              expressions
                  .with(Redaction.DESCEND, Redaction.PRUNE, Redaction.KEEP, Variables.CURRENT)
                  .read(value));
      default -> throw unrecognized(name);
    };
  }

  /// Fails with code 5626500 if a filter asks for an order: stages have none.
  private static Value.Document requireUnordered(Value.Document filter) {
    for (Map.Entry<String, Value> each : filter.properties().entrySet()) {
      if (ORDERING.contains(each.getKey())) {
        throw MongoFailure.at(
            5626500, "$geoNear, $near, and $nearSphere are not allowed in this context");
      }
      switch (each.getValue()) {
        case Value.Document inner -> {
          Value.Document _ = requireUnordered(inner);
        }
        case Value.Array(List<Value> parts) ->
            parts.stream()
                .filter(Value.Document.class::isInstance)
                .forEach(part -> requireUnordered((Value.Document) part));
        case Value _ -> {
          // Asks for nothing.
        }
      }
    }
    return filter;
  }

  private RowStage additions(String name, Value value) {
    Value.Document fields =
        object(
            value,
            40272,
            "%s specification stage must be an object, got %s"
                .formatted(name, BsonType.name(value)));
    if (fields.properties().isEmpty()) {
      throw MongoFailure.at(
          40177,
          "Invalid %s :: caused by :: specification must have at least one field".formatted(name));
    }
    return new RowStage.Shape(ShapeReader.additions(fields, expressions));
  }

  /// Refuses what is no object.
  public static Value.Document object(Value value, int code, String message) {
    if (value instanceof Value.Document document) {
      return document;
    }
    throw MongoFailure.at(code, message);
  }

  private static List<String> paths(Value value) {
    if (value instanceof Value.Text(String path)) {
      return List.of(path);
    }
    if (!(value instanceof Value.Array(List<Value> elements))) {
      throw MongoFailure.at(31002, "$unset specification must be a string or an array");
    }
    if (elements.isEmpty()) {
      throw MongoFailure.at(
          31119, "$unset specification must be a string or an array with at least one field");
    }
    List<String> paths = new ArrayList<>();
    for (Value element : elements) {
      if (!(element instanceof Value.Text(String path))) {
        throw MongoFailure.at(
            31120,
            "$unset specification must be a string or an array containing only string values");
      }
      paths.add(path);
    }
    return paths;
  }

  private static Value newRoot(Value value) {
    Value.Document options =
        object(
            value,
            40229,
            "expected an object as specification for $replaceRoot stage, got "
                + BsonType.name(value));
    for (String option : options.properties().keySet()) {
      if (!option.equals("newRoot")) {
        throw MongoFailure.at(
            40230,
            "unrecognized option to $replaceRoot stage: %s, only valid option is 'newRoot'."
                .formatted(option));
      }
    }
    if (!options.properties().containsKey("newRoot")) {
      throw MongoFailure.at(40231, "no newRoot specified for the $replaceRoot stage");
    }
    return options.property("newRoot");
  }
}
