// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.expression.function.Patterns;
import io.orrery.api.mongo.schema.JsonSchema.Demand;
import io.orrery.api.mongo.schema.JsonSchema.SchemaRule;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/// Checks values against schemas. What is not kept is told in the form that MongoDB gives it in
/// `errInfo`; a value that keeps everything gives nothing.
public final class SchemaCheck {
  private SchemaCheck() {}

  public static boolean keeps(JsonSchema schema, Value value) {
    return schema.rules().stream().allMatch(rule -> broken(rule, value).isEmpty());
  }

  /// What of a schema a value does not keep, rule by rule.
  public static List<Value> failures(JsonSchema schema, Value value) {
    return schema.rules().stream()
        .map(rule -> broken(rule, value))
        .flatMap(Optional::stream)
        .map(RuleExplanation::toDocument)
        .map(Value.class::cast)
        .toList();
  }

  private static Optional<RuleExplanation> broken(SchemaRule rule, Value value) {
    return switch (rule.demand()) {
      case Demand.OfType(var kinds) ->
          failed(!kinds.contains(value.kind()), rule, value, "type did not match")
              .map(told -> told.put("consideredType", new Value.Text(BsonType.name(value))));
      case Demand.Listed(var values) ->
          failed(!isListed(values, value), rule, value, "value was not found in enum");
      case Demand.Bounded(Value limit, boolean above, boolean exclusive) ->
          failed(
              value.kind().isNumber() && !isWithin(value, limit, above, exclusive),
              rule,
              value,
              "comparison failed");
      case Demand.MultipleOf(Value divisor) ->
          failed(
              value.kind().isNumber() && !isMultiple(value, divisor),
              rule,
              value,
              "considered value is not a multiple of the specified value");
      case Demand.Found(var pattern) ->
          failed(
              value instanceof Value.Text(String text) && !Patterns.finds(pattern, text),
              rule,
              value,
              "regular expression did not match");
      case Demand.Counted counted -> miscounted(rule, counted, value);
      case Demand.AllOf(var schemas) -> notAll(rule, schemas, value);
      case Demand.AnyOf(var schemas) -> notAny(rule, schemas, value);
      case Demand.OneOf(var schemas) -> notOne(rule, schemas, value);
      case Demand.Not(JsonSchema schema) ->
          keeps(schema, value)
              ? Optional.of(RuleExplanation.of(rule).reason("child expression matched"))
              : Optional.empty();
      case Demand.UniqueItems _, Demand.EveryItem _, Demand.ItemsInTurn _, Demand.OtherItems _ ->
          value instanceof Value.Array(List<Value> items)
              ? ArrayRules.broken(rule, items, value)
              : Optional.empty();
      case Demand.Required _,
          Demand.Properties _,
          Demand.PatternProperties _,
          Demand.OtherProperties _,
          Demand.Dependencies _ ->
          value instanceof Value.Document document
              ? ObjectRules.broken(rule, document)
              : Optional.empty();
    };
  }

  private static Optional<RuleExplanation> failed(
      boolean broken, SchemaRule rule, Value value, String reason) {
    return broken
        ? Optional.of(RuleExplanation.specified(rule).reason(reason).put("consideredValue", value))
        : Optional.empty();
  }

  private static boolean isListed(List<Value> values, Value value) {
    return values.stream()
        .anyMatch(
            each -> ValueOrder.BSON.compare(withSortedFields(each), withSortedFields(value)) == 0);
  }

  /// A value whose documents have their fields by name: in schemas their order does not matter.
  static Value withSortedFields(Value value) {
    return switch (value) {
      case Value.Array(List<Value> elements) ->
          new Value.Array(elements.stream().map(SchemaCheck::withSortedFields).toList());
      case Value.Document document -> {
        Map<String, Value> sorted = new TreeMap<>();
        document.properties().forEach((name, each) -> sorted.put(name, withSortedFields(each)));
        yield new Value.Document(new LinkedHashMap<>(sorted));
      }
      case Value other -> other;
    };
  }

  private static boolean isWithin(Value value, Value limit, boolean above, boolean exclusive) {
    double number = BsonNumbers.toDouble(value);
    if (Double.isNaN(number) != Double.isNaN(BsonNumbers.toDouble(limit))) {
      return false;
    }
    int order = ValueOrder.BSON.compare(value, limit);
    return (order == 0 && !exclusive) || (above ? order > 0 : order < 0);
  }

  private static boolean isMultiple(Value value, Value divisor) {
    Optional<BigDecimal> number = decimal(value);
    Optional<BigDecimal> by = decimal(divisor);
    return number.isPresent() && by.isPresent() && number.get().remainder(by.get()).signum() == 0;
  }

  private static Optional<BigDecimal> decimal(Value value) {
    return switch (value) {
      case Value.Int32(int number) -> Optional.of(BigDecimal.valueOf(number));
      case Value.Int64(long number) -> Optional.of(BigDecimal.valueOf(number));
      case Value.Decimal128 number ->
          number.isFinite() ? Optional.of(number.toBigDecimal()) : Optional.empty();
      case Value.Float64(double number) ->
          Double.isFinite(number) ? Optional.of(BigDecimal.valueOf(number)) : Optional.empty();
      case Value _ -> Optional.empty();
    };
  }

  private static Optional<RuleExplanation> miscounted(
      SchemaRule rule, Demand.Counted counted, Value value) {
    long count =
        switch (counted.unit()) {
          case CHARACTERS ->
              value instanceof Value.Text(String text) ? text.codePointCount(0, text.length()) : -1;
          case ITEMS -> value instanceof Value.Array(List<Value> items) ? items.size() : -1;
          case PROPERTIES ->
              value instanceof Value.Document document ? document.properties().size() : -1;
        };
    boolean broken =
        count >= 0 && (counted.least() ? count < counted.limit() : count > counted.limit());
    Value number = new Value.Int32((int) count);
    return switch (counted.unit()) {
      case CHARACTERS -> failed(broken, rule, value, "specified string length was not satisfied");
      case ITEMS ->
          failed(broken, rule, value, "array did not match specified length")
              .map(told -> told.put("numberOfItems", number));
      case PROPERTIES ->
          failed(broken, rule, value, "specified number of properties was not satisfied")
              .map(told -> told.put("numberOfProperties", number));
    };
  }

  private static Optional<RuleExplanation> notAll(
      SchemaRule rule, List<JsonSchema> schemas, Value value) {
    List<Value> failing = failing(schemas, value);
    return failing.isEmpty() ? Optional.empty() : Optional.of(unsatisfied(rule, failing));
  }

  private static Optional<RuleExplanation> notAny(
      SchemaRule rule, List<JsonSchema> schemas, Value value) {
    List<Value> failing = failing(schemas, value);
    return failing.size() < schemas.size()
        ? Optional.empty()
        : Optional.of(unsatisfied(rule, failing));
  }

  private static Optional<RuleExplanation> notOne(
      SchemaRule rule, List<JsonSchema> schemas, Value value) {
    Set<Integer> kept = new TreeSet<>();
    for (int i = 0; i < schemas.size(); i++) {
      if (keeps(schemas.get(i), value)) {
        kept.add(i);
      }
    }
    if (kept.size() == 1) {
      return Optional.empty();
    }
    if (kept.isEmpty()) {
      return Optional.of(unsatisfied(rule, failing(schemas, value)));
    }
    List<Value> indexes = kept.stream().map(each -> (Value) new Value.Int32(each)).toList();
    return Optional.of(
        RuleExplanation.of(rule)
            .reason("more than one subschema matched")
            .put("matchingSchemaIndexes", new Value.Array(indexes)));
  }

  private static RuleExplanation unsatisfied(SchemaRule rule, List<Value> failing) {
    return RuleExplanation.of(rule).put("schemasNotSatisfied", new Value.Array(failing));
  }

  private static List<Value> failing(List<JsonSchema> schemas, Value value) {
    List<Value> failing = new ArrayList<>();
    for (int i = 0; i < schemas.size(); i++) {
      List<Value> failures = failures(schemas.get(i), value);
      if (!failures.isEmpty()) {
        failing.add(
            RuleExplanation.empty()
                .put("index", new Value.Int32(i))
                .about(schemas.get(i))
                .put("details", new Value.Array(failures))
                .toDocument());
      }
    }
    return failing;
  }
}
