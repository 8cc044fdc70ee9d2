// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.expression.ExpressionEvaluator;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.FieldPaths;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.api.mongo.stage.UnwindPath;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/// `$setWindowFields`: says something of each document, among those around it.
record WindowFieldsStage(
    MongoExpression partitionBy, SortOrder order, Map<List<String>, WindowFunction> output)
    implements PipelineStage {

  static WindowFieldsStage read(Value value, Variables variables) {
    if (!(value instanceof Value.Document options)) {
      throw WindowBounds.failed("the $setWindowFields stage specification must be an object");
    }
    for (String option : options.properties().keySet()) {
      if (!List.of("partitionBy", "sortBy", "output").contains(option)) {
        throw WindowBounds.failed(
            "BSON field '$setWindowFields.%s' is an unknown field.".formatted(option));
      }
    }
    if (!(options.property("output") instanceof Value.Document fields)) {
      throw WindowBounds.failed("$setWindowFields requires an 'output' object");
    }
    ExpressionReader expressions = ExpressionReader.of(variables);
    Value partitionBy = options.property("partitionBy");
    SortOrder order =
        options.property("sortBy") instanceof Value.Document sortBy
            ? SortOrder.read(sortBy)
            : new SortOrder(List.of(), Collation.SIMPLE);
    var functions = new WindowFunctionReader(expressions, variables, order.keys().size() == 1);
    Map<List<String>, WindowFunction> output = new LinkedHashMap<>();
    fields
        .properties()
        .forEach((name, each) -> output.put(FieldPaths.names(name), functions.read(name, each)));
    return new WindowFieldsStage(
        partitionBy == Value.Undefined.UNDEFINED
            ? new MongoExpression.Constant(Value.Null.NULL)
            : expressions.read(partitionBy),
        order,
        output);
  }

  @Override
  public DocumentStream over(DocumentStream input, PipelineContext context) {
    return DocumentStream.later(
        () -> {
          List<Value.Document> told = new ArrayList<>();
          partitions(input, context).forEach(each -> told.addAll(said(each, context)));
          return DocumentStream.of(told);
        });
  }

  private List<List<Value.Document>> partitions(DocumentStream input, PipelineContext context) {
    Map<Value, List<Value.Document>> partitions = new TreeMap<>(Comparisons::compare);
    for (Value.Document each = input.next(); each != null; each = input.next()) {
      context.step();
      context.keep("$setWindowFields", each);
      Value key = ExpressionEvaluator.evaluate(partitionBy, context.variables().of(each));
      partitions.computeIfAbsent(GroupStage.present(key), _ -> new ArrayList<>()).add(each);
    }
    Comparator<Value> by = order.comparator();
    partitions.values().forEach(each -> each.sort(by));
    return List.copyOf(partitions.values());
  }

  private List<Value.Document> said(List<Value.Document> documents, PipelineContext context) {
    List<Value> keys = new ArrayList<>();
    for (Value.Document each : documents) {
      keys.add(
          order.keys().size() == 1
              ? GroupStage.present(order.keys().getFirst().of(each))
              : Value.Null.NULL);
    }
    var partition = new WindowPartition(documents, keys, context);
    List<Value.Document> told = new ArrayList<>(documents);
    output.forEach(
        (names, function) -> {
          List<Value> values = function.over(partition);
          for (int i = 0; i < told.size(); i++) {
            told.set(i, UnwindPath.with(told.get(i), names, 0, values.get(i)));
          }
        });
    return told;
  }
}
