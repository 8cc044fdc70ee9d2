// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.expression.function.Patterns;
import io.orrery.api.mongo.schema.JsonSchema.Demand;
import io.orrery.api.mongo.schema.JsonSchema.Demand.Dependencies.Dependency;
import io.orrery.api.mongo.schema.JsonSchema.SchemaRule;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/// What schemas ask of the fields of documents.
final class ObjectRules {
  private ObjectRules() {}

  static Optional<RuleExplanation> broken(SchemaRule rule, Value.Document document) {
    return switch (rule.demand()) {
      case Demand.Required(List<String> names) -> missing(rule, names, document);
      case Demand.Properties(var schemas) -> properties(rule, schemas, document);
      case Demand.PatternProperties(var patterns) -> patterns(rule, patterns, document);
      case Demand.OtherProperties others -> others(rule, others, document);
      case Demand.Dependencies(List<Dependency> all) -> dependencies(rule, all, document);
      case Demand other -> throw new IllegalStateException("not about fields: " + other);
    };
  }

  private static Optional<RuleExplanation> missing(
      SchemaRule rule, List<String> names, Value.Document document) {
    List<Value> missing = missing(names, document);
    return missing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            RuleExplanation.specified(rule).put("missingProperties", new Value.Array(missing)));
  }

  private static List<Value> missing(List<String> names, Value.Document document) {
    return names.stream()
        .filter(name -> !document.properties().containsKey(name))
        .map(name -> (Value) new Value.Text(name))
        .toList();
  }

  private static Optional<RuleExplanation> properties(
      SchemaRule rule, Map<String, JsonSchema> schemas, Value.Document document) {
    List<Value> failing = new ArrayList<>();
    schemas.forEach(
        (name, schema) -> {
          if (document.properties().containsKey(name)) {
            List<Value> failures = SchemaCheck.failures(schema, document.property(name));
            if (!failures.isEmpty()) {
              failing.add(
                  RuleExplanation.empty()
                      .put("propertyName", new Value.Text(name))
                      .about(schema)
                      .put("details", new Value.Array(failures))
                      .toDocument());
            }
          }
        });
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            RuleExplanation.of(rule).put("propertiesNotSatisfied", new Value.Array(failing)));
  }

  private static Optional<RuleExplanation> patterns(
      SchemaRule rule, List<Demand.PatternProperties.Named> patterns, Value.Document document) {
    List<Value> failing = new ArrayList<>();
    for (Demand.PatternProperties.Named each : patterns) {
      document
          .properties()
          .forEach(
              (name, value) -> {
                List<Value> failures =
                    Patterns.finds(each.pattern(), name)
                        ? SchemaCheck.failures(each.schema(), value)
                        : List.of();
                if (!failures.isEmpty()) {
                  failing.add(
                      RuleExplanation.empty()
                          .put("propertyName", new Value.Text(name))
                          .about(each.schema())
                          .put("regexMatched", new Value.Text(each.pattern().pattern()))
                          .put("details", new Value.Array(failures))
                          .toDocument());
                }
              });
    }
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(RuleExplanation.of(rule).put("details", new Value.Array(failing)));
  }

  private static Optional<RuleExplanation> others(
      SchemaRule rule, Demand.OtherProperties others, Value.Document document) {
    List<String> names =
        document.properties().keySet().stream()
            .filter(name -> !others.names().contains(name))
            .filter(
                name -> others.patterns().stream().noneMatch(each -> Patterns.finds(each, name)))
            .toList();
    if (others.schema().isEmpty()) {
      return names.isEmpty()
          ? Optional.empty()
          : Optional.of(
              RuleExplanation.specified(rule)
                  .put(
                      "additionalProperties",
                      new Value.Array(
                          names.stream().map(name -> (Value) new Value.Text(name)).toList())));
    }
    for (String name : names) {
      List<Value> failures = SchemaCheck.failures(others.schema().get(), document.property(name));
      if (!failures.isEmpty()) {
        return Optional.of(
            RuleExplanation.of(rule)
                .reason("at least one additional property did not match the subschema")
                .put("failingProperty", new Value.Text(name))
                .put("details", new Value.Array(failures)));
      }
    }
    return Optional.empty();
  }

  private static Optional<RuleExplanation> dependencies(
      SchemaRule rule, List<Dependency> all, Value.Document document) {
    List<Value> failing = new ArrayList<>();
    for (Dependency each : all) {
      if (!document.properties().containsKey(each.name())) {
        continue;
      }
      RuleExplanation told =
          RuleExplanation.empty().put("conditionalProperty", new Value.Text(each.name()));
      List<Value> missing = missing(each.names(), document);
      List<Value> failures =
          each.schema().map(schema -> SchemaCheck.failures(schema, document)).orElse(List.of());
      if (!missing.isEmpty()) {
        failing.add(told.put("missingProperties", new Value.Array(missing)).toDocument());
      } else if (!failures.isEmpty()) {
        failing.add(told.put("details", new Value.Array(failures)).toDocument());
      }
    }
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(
            RuleExplanation.of(rule).put("failingDependencies", new Value.Array(failing)));
  }
}
