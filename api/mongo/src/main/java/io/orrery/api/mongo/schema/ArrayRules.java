// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.schema;

import io.orrery.api.mongo.schema.JsonSchema.Demand;
import io.orrery.api.mongo.schema.JsonSchema.SchemaRule;
import io.orrery.model.value.Value;
import io.orrery.model.value.ValueOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/// What schemas ask of the items of arrays.
final class ArrayRules {
  private ArrayRules() {}

  static Optional<RuleExplanation> broken(SchemaRule rule, List<Value> items, Value array) {
    return switch (rule.demand()) {
      case Demand.UniqueItems _ -> duplicate(rule, items, array);
      case Demand.EveryItem(JsonSchema schema) ->
          firstFailure(rule, schema, items, 0, "At least one item did not match the sub-schema");
      case Demand.ItemsInTurn(List<JsonSchema> schemas) -> inTurn(rule, schemas, items);
      case Demand.OtherItems(int from, Optional<JsonSchema> schema) when schema.isPresent() ->
          firstFailure(
              rule,
              schema.get(),
              items,
              from,
              "At least one additional item did not match the sub-schema");
      case Demand.OtherItems(int from, var _) -> surplus(rule, items, from);
      case Demand other -> throw new IllegalStateException("not about items: " + other);
    };
  }

  private static Optional<RuleExplanation> duplicate(
      SchemaRule rule, List<Value> items, Value array) {
    Set<Value> seen = new TreeSet<>(ValueOrder.BSON);
    for (Value item : items) {
      if (!seen.add(SchemaCheck.withSortedFields(item))) {
        return Optional.of(
            RuleExplanation.specified(rule)
                .reason("found a duplicate item")
                .put("consideredValue", array)
                .put("duplicatedValue", item));
      }
    }
    return Optional.empty();
  }

  private static Optional<RuleExplanation> firstFailure(
      SchemaRule rule, JsonSchema schema, List<Value> items, int from, String reason) {
    for (int i = from; i < items.size(); i++) {
      List<Value> failures = SchemaCheck.failures(schema, items.get(i));
      if (!failures.isEmpty()) {
        return Optional.of(
            RuleExplanation.of(rule)
                .reason(reason)
                .put("itemIndex", new Value.Int32(i))
                .put("details", new Value.Array(failures)));
      }
    }
    return Optional.empty();
  }

  private static Optional<RuleExplanation> inTurn(
      SchemaRule rule, List<JsonSchema> schemas, List<Value> items) {
    List<Value> failing = new ArrayList<>();
    for (int i = 0; i < Math.min(schemas.size(), items.size()); i++) {
      List<Value> failures = SchemaCheck.failures(schemas.get(i), items.get(i));
      if (!failures.isEmpty()) {
        failing.add(
            RuleExplanation.empty()
                .put("itemIndex", new Value.Int32(i))
                .about(schemas.get(i))
                .put("details", new Value.Array(failures))
                .toDocument());
      }
    }
    return failing.isEmpty()
        ? Optional.empty()
        : Optional.of(RuleExplanation.of(rule).put("details", new Value.Array(failing)));
  }

  private static Optional<RuleExplanation> surplus(SchemaRule rule, List<Value> items, int from) {
    return items.size() <= from
        ? Optional.empty()
        : Optional.of(
            RuleExplanation.specified(rule)
                .reason("found additional items")
                .put("additionalItems", new Value.Array(items.subList(from, items.size()))));
  }
}
