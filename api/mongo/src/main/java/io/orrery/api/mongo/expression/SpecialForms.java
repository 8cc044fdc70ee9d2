// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Operators that decide by themselves which of their parts are evaluated, or that give names to
/// values.
final class SpecialForms {
  private static final int FAILED_TO_PARSE = 9;

  private SpecialForms() {}

  /// Null if the operator is none of these.
  static @Nullable MongoExpression find(ExpressionReader reader, String name, Value operand) {
    return switch (name) {
      case "$literal", "$const" -> new MongoExpression.Constant(operand);
      case "$expr" -> new MongoExpression.All(List.of(reader.read(operand)));
      case "$and" -> new MongoExpression.All(reader.arguments(operand));
      case "$or" -> new MongoExpression.Any(reader.arguments(operand));
      case "$cond" -> choice(reader, operand);
      case "$switch" -> branches(reader, operand);
      case "$ifNull" -> firstPresent(reader, operand);
      case "$let" -> let(reader, operand);
      case "$map" -> mapEach(reader, operand);
      case "$filter" -> keepEach(reader, operand);
      case "$reduce" -> fold(reader, operand);
      case "$convert" -> convert(reader, operand);
      case "$rand" -> random(operand);
      case "$zip" -> ZipForm.read(reader, operand);
      case "$median", "$percentile" -> PercentileForm.read(reader, name, operand);
      case "$sortArray" -> SortArrayForm.read(reader, operand);
      case "$getField" -> FieldForms.get(reader, operand);
      case "$setField" -> FieldForms.set(reader, operand, false);
      case "$unsetField" -> FieldForms.set(reader, operand, true);
      default -> null;
    };
  }

  private static MongoExpression choice(ExpressionReader reader, Value operand) {
    if (operand instanceof Value.Document) {
      var arguments = ObjectArguments.of("$cond", operand, 17083, 17083);
      MongoExpression condition = reader.read(arguments.require("if", 17080));
      MongoExpression then = reader.read(arguments.require("then", 17081));
      MongoExpression otherwise = reader.read(arguments.require("else", 17082));
      arguments.requireNothingElse();
      return new MongoExpression.Choice(condition, then, otherwise);
    }
    List<MongoExpression> parts = reader.arguments(operand);
    ExpressionReader.requireCount("$cond", parts.size(), 3, 3);
    return new MongoExpression.Choice(parts.get(0), parts.get(1), parts.get(2));
  }

  private static MongoExpression branches(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$switch", operand, 40060, 40067);
    Value given = arguments.find("branches");
    if (given != null && !(given instanceof Value.Array)) {
      throw MongoFailure.at(
          40061, "$switch expected an array for 'branches', found: " + BsonType.name(given));
    }
    List<MongoExpression.Branch> branches = new ArrayList<>();
    if (given instanceof Value.Array(List<Value> elements)) {
      for (Value element : elements) {
        var branch = ObjectArguments.of("$switch", element, 40062, 40063);
        branches.add(
            new MongoExpression.Branch(
                reader.read(branch.require("case", 40064)),
                reader.read(branch.require("then", 40065))));
        branch.requireNothingElse();
      }
    }
    Value otherwise = arguments.find("default");
    arguments.requireNothingElse();
    if (branches.isEmpty()) {
      throw MongoFailure.at(40068, "$switch requires at least one branch.");
    }
    return new MongoExpression.Branches(
        branches, otherwise == null ? null : reader.read(otherwise));
  }

  private static MongoExpression firstPresent(ExpressionReader reader, Value operand) {
    List<MongoExpression> parts = reader.arguments(operand);
    if (parts.size() < 2) {
      throw MongoFailure.at(1257300, "$ifNull needs at least two arguments, had: " + parts.size());
    }
    return new MongoExpression.FirstPresent(parts);
  }

  private static MongoExpression let(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$let", operand, 16874, 16875);
    Value vars = arguments.require("vars", 16876);
    Value in = arguments.require("in", 16877);
    arguments.requireNothingElse();
    if (!(vars instanceof Value.Document named)) {
      throw MongoFailure.at(10065, "invalid parameter: expected an object (vars)");
    }
    List<MongoExpression.Named> bound = new ArrayList<>();
    Set<String> names = new HashSet<>();
    named
        .properties()
        .forEach(
            (name, value) -> {
              names.add(FieldPaths.requireVariable(name));
              bound.add(new MongoExpression.Named(name, reader.read(value)));
            });
    return new MongoExpression.Let(bound, reader.with(names).read(in));
  }

  private static MongoExpression mapEach(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$map", operand, 16878, 16879);
    MongoExpression input = reader.read(arguments.require("input", 16880));
    String as = as(arguments);
    Value in = arguments.require("in", 16882);
    arguments.requireNothingElse();
    return new MongoExpression.MapEach(input, as, reader.with(as).read(in));
  }

  private static String as(ObjectArguments arguments) {
    Value as = arguments.find("as");
    return as == null
        ? "this"
        : FieldPaths.requireVariable(as instanceof Value.Text(String name) ? name : "");
  }

  private static MongoExpression keepEach(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$filter", operand, 28646, 28647);
    MongoExpression input = reader.read(arguments.require("input", 28648));
    String as = as(arguments);
    Value condition = arguments.require("cond", 28650);
    Value limit = arguments.find("limit");
    arguments.requireNothingElse();
    return new MongoExpression.KeepEach(
        input, as, reader.with(as).read(condition), limit == null ? null : reader.read(limit));
  }

  private static MongoExpression fold(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$reduce", operand, 40075, 40076);
    MongoExpression input = reader.read(arguments.require("input", 40077));
    MongoExpression initial = reader.read(arguments.require("initialValue", 40078));
    Value in = arguments.require("in", 40079);
    arguments.requireNothingElse();
    return new MongoExpression.Fold(input, initial, reader.with("this", "value").read(in));
  }

  private static MongoExpression convert(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$convert", operand, FAILED_TO_PARSE, FAILED_TO_PARSE);
    MongoExpression input = reader.read(arguments.require("input", FAILED_TO_PARSE));
    MongoExpression to = reader.read(arguments.require("to", FAILED_TO_PARSE));
    Value onError = arguments.find("onError");
    Value onNull = arguments.find("onNull");
    arguments.requireNothingElse();
    return new MongoExpression.Converted(
        input,
        to,
        onError == null ? null : reader.read(onError),
        onNull == null ? null : reader.read(onNull));
  }

  private static MongoExpression random(Value operand) {
    boolean empty =
        (operand instanceof Value.Document document && document.properties().isEmpty())
            || (operand instanceof Value.Array(List<Value> elements) && elements.isEmpty());
    if (!empty) {
      throw MongoFailure.at(3040501, "$rand does not currently accept arguments");
    }
    return new MongoExpression.Random();
  }
}
