// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.validate;

import io.orrery.api.mongo.match.DocumentPath;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.schema.JsonSchema;
import io.orrery.api.mongo.schema.SchemaCheck;
import io.orrery.api.mongo.schema.SchemaReader;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/// Says which clauses of a filter a document did not pass, in the form of `errInfo.details`.
///
/// A clause under a negation is told for the opposite reason: that it was passed.
final class FailedClauses {
  private FailedClauses() {}

  static Value.Document explain(Value.Document filter, Value.Document document) {
    return explain(filter, document, false);
  }

  /// @param inverted whether it is to be told why the document passes
  private static Value.Document explain(
      Value.Document filter, Value.Document document, boolean inverted) {
    List<Value.Document> clauses = clauses(filter);
    return clauses.size() == 1
        ? clause(clauses.getFirst(), document, inverted)
        : several("$and", clauses, document, inverted);
  }

  /// The conditions of a filter one by one: each field with each of its operators.
  private static List<Value.Document> clauses(Value.Document filter) {
    List<Value.Document> clauses = new ArrayList<>();
    filter
        .properties()
        .forEach(
            (name, value) -> {
              if (name.equals("$comment")) {
                return;
              }
              if (isOperators(name, value)) {
                Value.Document operators = (Value.Document) value;
                operators
                    .properties()
                    .forEach(
                        (operator, operand) -> {
                          if (!operator.equals("$options")) {
                            clauses.add(single(name, operator, operand, operators));
                          }
                        });
              } else {
                clauses.add(document(name, value));
              }
            });
    return clauses;
  }

  private static boolean isOperators(String name, Value value) {
    return !name.startsWith("$")
        && value instanceof Value.Document document
        && !document.properties().isEmpty()
        && document.properties().firstEntry().getKey().startsWith("$");
  }

  private static Value.Document single(
      String field, String operator, Value operand, Value.Document all) {
    LinkedHashMap<String, Value> test = new LinkedHashMap<>();
    test.put(operator, operand);
    if (operator.equals("$regex") && all.properties().containsKey("$options")) {
      test.put("$options", all.property("$options"));
    }
    return document(field, new Value.Document(test));
  }

  private static Value.Document several(
      String operator, List<Value.Document> parts, Value.Document document, boolean inverted) {
    boolean told = inverted ^ operator.equals("$nor");
    List<Value> failing = new ArrayList<>();
    for (int i = 0; i < parts.size(); i++) {
      if (Matching.matches(FilterReader.read(parts.get(i)), document) == told) {
        LinkedHashMap<String, Value> each = new LinkedHashMap<>();
        each.put("index", new Value.Int32(i));
        each.put("details", explain(parts.get(i), document, told));
        failing.add(new Value.Document(each));
      }
    }
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("operatorName", new Value.Text(operator));
    fields.put(told ? "clausesSatisfied" : "clausesNotSatisfied", new Value.Array(failing));
    return new Value.Document(fields);
  }

  private static Value.Document clause(
      Value.Document clause, Value.Document document, boolean inverted) {
    Map.Entry<String, Value> entry = clause.properties().firstEntry();
    return switch (entry.getKey()) {
      case "$and", "$or", "$nor" ->
          several(entry.getKey(), parts(entry.getValue()), document, inverted);
      case "$jsonSchema" -> schema(SchemaReader.read(entry.getValue()), document, inverted);
      case String name when name.startsWith("$") -> expression(name, clause, inverted);
      case String _ -> field(clause, document, inverted);
    };
  }

  private static Value.Document expression(String name, Value.Document clause, boolean passed) {
    LinkedHashMap<String, Value> fields =
        new LinkedHashMap<>(reason(name, clause, Reasons.of(name, passed)).properties());
    fields.put("expressionResult", Value.Bool.of(passed));
    return new Value.Document(fields);
  }

  private static List<Value.Document> parts(Value value) {
    return value instanceof Value.Array(List<Value> elements)
        ? elements.stream().map(Value.Document.class::cast).toList()
        : List.of();
  }

  private static Value.Document schema(
      JsonSchema schema, Value.Document document, boolean inverted) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("operatorName", new Value.Text("$jsonSchema"));
    schema.title().ifPresent(title -> fields.put("title", new Value.Text(title)));
    schema.description().ifPresent(text -> fields.put("description", new Value.Text(text)));
    if (inverted) {
      fields.put("reason", new Value.Text("schema matched"));
    } else {
      fields.put(
          "schemaRulesNotSatisfied", new Value.Array(SchemaCheck.failures(schema, document)));
    }
    return new Value.Document(fields);
  }

  private static Value.Document field(
      Value.Document clause, Value.Document document, boolean inverted) {
    Map.Entry<String, Value> field = clause.properties().firstEntry();
    Map.Entry<String, Value> test =
        isOperators(field.getKey(), field.getValue())
            ? ((Value.Document) field.getValue()).properties().firstEntry()
            : Map.entry(
                field.getValue() instanceof Value.RegularExpression ? "$regex" : "$eq",
                field.getValue());
    if (test.getKey().equals("$not") && test.getValue() instanceof Value.Document inner) {
      LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
      fields.put("operatorName", new Value.Text("$not"));
      fields.put("details", explain(document(field.getKey(), inner), document, !inverted));
      return new Value.Document(fields);
    }
    List<Value> considered = considered(field.getKey(), document);
    boolean missing = considered.isEmpty() && !test.getKey().equals("$exists");
    Value.Document told =
        reason(
            test.getKey(),
            clause,
            missing && !inverted ? "field was missing" : Reasons.of(test.getKey(), inverted));
    if (considered.isEmpty() || test.getKey().equals("$exists")) {
      return told;
    }
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(told.properties());
    Reasons.putConsidered(test.getKey(), considered, fields);
    return new Value.Document(fields);
  }

  /// What the clause looked at.
  private static List<Value> considered(String path, Value.Document document) {
    List<Value> values = new ArrayList<>();
    boolean _ =
        DocumentPath.of(path)
            .anyExpanded(
                document,
                value -> {
                  if (value != Value.Undefined.UNDEFINED) {
                    values.add(value);
                  }
                  return false;
                });
    return values;
  }

  private static Value.Document reason(String operator, Value.Document clause, String reason) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put("operatorName", new Value.Text(operator));
    fields.put("specifiedAs", clause);
    fields.put("reason", new Value.Text(reason));
    return new Value.Document(fields);
  }

  private static Value.Document document(String name, Value value) {
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>();
    fields.put(name, value);
    return new Value.Document(fields);
  }
}
