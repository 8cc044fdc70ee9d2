// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.FieldPaths;
import io.orrery.api.mongo.expression.function.ArithmeticOperators;
import io.orrery.api.mongo.expression.function.CalendarUnit;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.expression.function.DateArithmetic;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.api.mongo.stage.UnwindPath;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/// `$densify`: documents in the gaps of a series.
///
/// @param bounds where the series begins and where it ends before; empty to go by the documents
/// @param full whether the series of a partition is as long as that of all
record DensifyStage(
    List<String> field,
    List<List<String>> partitionBy,
    Value step,
    Optional<CalendarUnit> unit,
    List<Value> bounds,
    boolean full)
    implements PipelineStage {
  private static final int MADE_MAX = 500_000;

  static DensifyStage read(Value value) {
    if (!(value instanceof Value.Document options)) {
      throw WindowBounds.failed("The $densify stage specification must be an object");
    }
    for (String option : options.properties().keySet()) {
      if (!List.of("field", "partitionByFields", "range").contains(option)) {
        throw WindowBounds.failed(
            "BSON field '$densify.%s' is an unknown field.".formatted(option));
      }
    }
    if (!(options.property("field") instanceof Value.Text(String field))) {
      throw WindowBounds.failed("$densify requires a 'field'");
    }
    if (!(options.property("range") instanceof Value.Document range)) {
      throw WindowBounds.failed("$densify requires a 'range'");
    }
    Value step = range.property("step");
    if (!step.kind().isNumber() || BsonNumbers.toDouble(step) <= 0) {
      throw MongoFailure.at(
          5733401,
          "the step parameter in a range statement must be a strictly positive numeric value");
    }
    Optional<CalendarUnit> unit =
        range.property("unit") instanceof Value.Text(String name)
            ? Optional.of(
                CalendarUnit.find(name)
                    .orElseThrow(() -> WindowBounds.failed("unknown time unit value: " + name)))
            : Optional.empty();
    Value bounds = range.property("bounds");
    List<Value> edges = List.of();
    if (bounds instanceof Value.Array(List<Value> given)) {
      if (given.size() != 2 || Comparisons.compare(given.getFirst(), given.getLast()) > 0) {
        throw MongoFailure.at(
            5733402, "a bounding array must contain exactly two ordered elements");
      }
      edges = given;
    } else if (!bounds.equals(new Value.Text("full"))
        && !bounds.equals(new Value.Text("partition"))) {
      throw MongoFailure.at(5946802, "Bounds string must either be 'full' or 'partition'");
    }
    return new DensifyStage(
        FieldPaths.names(field),
        partitionFields(options.property("partitionByFields")),
        step,
        unit,
        edges,
        bounds.equals(new Value.Text("full")));
  }

  private static List<List<String>> partitionFields(Value value) {
    List<List<String>> fields = new ArrayList<>();
    if (value instanceof Value.Array(List<Value> names)) {
      for (Value each : names) {
        if (!(each instanceof Value.Text(String name))) {
          throw WindowBounds.failed("$densify 'partitionByFields' must be strings");
        }
        fields.add(FieldPaths.names(name));
      }
    }
    return fields;
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(() -> DocumentStream.of(dense(input, context)));
  }

  private List<Value.Document> dense(DocumentStream input, PipelineContext context) {
    Map<Value, List<Value.Document>> partitions = new TreeMap<>(Comparisons::compare);
    List<Value.Document> without = new ArrayList<>();
    List<Value> all = new ArrayList<>();
    for (Value.Document each = input.next(); each != null; each = input.next()) {
      context.step();
      context.keep("$densify", each);
      Value value = ExpressionEvaluator.follow(each, field, 0);
      if (Operands.isNullish(value)) {
        without.add(each);
        continue;
      }
      requireType(value);
      all.add(value);
      partitions.computeIfAbsent(key(each), _ -> new ArrayList<>()).add(each);
    }
    List<Value.Document> told = new ArrayList<>(without);
    if (partitions.isEmpty() && !bounds.isEmpty() && partitionBy.isEmpty()) {
      partitions.put(new Value.Array(List.of()), new ArrayList<>());
    }
    all.sort(Comparisons::compare);
    partitions.forEach((key, documents) -> told.addAll(dense(key, documents, all, context)));
    return told;
  }

  private void requireType(Value value) {
    boolean fits = unit.isPresent() ? value instanceof Value.DateTime : value.kind().isNumber();
    if (!fits) {
      throw MongoFailure.at(
          unit.isPresent() ? 6053600 : 5733201,
          "Densify field type must be numeric, or a date where there is a unit");
    }
  }

  private Value key(Value.Document document) {
    List<Value> parts = new ArrayList<>();
    partitionBy.forEach(
        names -> parts.add(GroupStage.present(ExpressionEvaluator.follow(document, names, 0))));
    return new Value.Array(parts);
  }

  private List<Value.Document> dense(
      Value key, List<Value.Document> documents, List<Value> all, PipelineContext context) {
    documents.sort((one, other) -> Comparisons.compare(value(one), value(other)));
    Value start =
        !bounds.isEmpty() ? bounds.getFirst() : full ? all.getFirst() : value(documents.getFirst());
    Value end =
        !bounds.isEmpty() ? bounds.getLast() : full ? all.getLast() : value(documents.getLast());
    List<Value.Document> told = new ArrayList<>();
    int at = 0;
    for (int made = 0; ; made++) {
      if (made > MADE_MAX) {
        throw MongoFailure.at(
            5897900, "Generated %d documents in $densify, which is over the limit".formatted(made));
      }
      Value next = shifted(start, made);
      int order = Comparisons.compare(next, end);
      boolean over = bounds.isEmpty() ? order > 0 : order >= 0;
      while (at < documents.size()
          && (over || Comparisons.compare(value(documents.get(at)), next) < 0)) {
        told.add(documents.get(at++));
      }
      if (over) {
        return told;
      }
      boolean there =
          at < documents.size() && Comparisons.compare(value(documents.get(at)), next) == 0;
      if (!there) {
        Value.Document fresh = made(key, next);
        context.keep("$densify", fresh);
        told.add(fresh);
      }
    }
  }

  private Value value(Value.Document document) {
    return ExpressionEvaluator.follow(document, field, 0);
  }

  private Value shifted(Value start, int steps) {
    if (unit.isPresent()) {
      long size = BsonNumbers.findWhole(step).orElseThrow(() -> WindowBounds.failed("whole steps"));
      return DateArithmetic.shifted(start, unit.get(), steps * size);
    }
    return steps == 0
        ? start
        : ArithmeticOperators.add(
            start, ArithmeticOperators.multiply(step, new Value.Int32(steps)));
  }

  private Value.Document made(Value key, Value value) {
    Value.Document document = new Value.Document(new LinkedHashMap<>());
    if (key instanceof Value.Array(List<Value> parts)) {
      for (int i = 0; i < parts.size(); i++) {
        document = UnwindPath.with(document, partitionBy.get(i), 0, parts.get(i));
      }
    }
    return UnwindPath.with(document, field, 0, value);
  }
}
