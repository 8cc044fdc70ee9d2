// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.MongoExpression;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.stage.RowStages;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;

/// `$group` that was read: what documents are grouped by, and what is told of each group.
///
/// @param fields accumulators by the names of their fields
record GroupSpec(MongoExpression key, LinkedHashMap<String, AccumulatorSpec> fields) {

  static GroupSpec read(Value value, Variables variables) {
    Value.Document group =
        RowStages.object(value, 15947, "a group's fields must be specified in an object");
    if (!group.properties().containsKey("_id")) {
      throw MongoFailure.at(15955, "a group specification must include an _id");
    }
    ExpressionReader expressions = ExpressionReader.of(variables);
    return new GroupSpec(
        expressions.read(group.property("_id")),
        fields(group, new AccumulatorReader(expressions, variables)));
  }

  /// The accumulators of all fields but `_id`.
  static LinkedHashMap<String, AccumulatorSpec> fields(
      Value.Document group, AccumulatorReader accumulators) {
    LinkedHashMap<String, AccumulatorSpec> fields = new LinkedHashMap<>();
    for (Map.Entry<String, Value> field : group.properties().entrySet()) {
      if (!field.getKey().equals("_id")) {
        fields.put(requireName(field.getKey()), field(field, accumulators));
      }
    }
    return fields;
  }

  private static String requireName(String name) {
    if (name.indexOf('.') >= 0) {
      throw MongoFailure.at(40235, "The field name '%s' cannot contain '.'".formatted(name));
    }
    if (name.startsWith("$")) {
      throw MongoFailure.at(
          40236, "The field name '%s' cannot be an operator name".formatted(name));
    }
    return name;
  }

  private static AccumulatorSpec field(
      Map.Entry<String, Value> field, AccumulatorReader accumulators) {
    if (!(field.getValue() instanceof Value.Document accumulator)) {
      throw MongoFailure.at(
          40234,
          "The field '%s' must be an accumulator object, found %s"
              .formatted(field.getKey(), BsonType.name(field.getValue())));
    }
    if (accumulator.properties().size() != 1) {
      throw MongoFailure.at(
          40238, "The field '%s' must specify one accumulator".formatted(field.getKey()));
    }
    Map.Entry<String, Value> only = accumulator.properties().firstEntry();
    if (!only.getKey().startsWith("$")) {
      throw MongoFailure.at(
          40234, "The field '%s' must be an accumulator object".formatted(field.getKey()));
    }
    return accumulators
        .find(only.getKey(), only.getValue())
        .orElseThrow(
            () -> MongoFailure.at(15952, "unknown group operator '%s'".formatted(only.getKey())));
  }
}
