// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;

/// `$getField`, `$setField` and `$unsetField`: fields by names that are no paths, so that they may
/// have dots and dollars in them.
final class FieldForms {
  private FieldForms() {}

  static MongoExpression get(ExpressionReader reader, Value operand) {
    boolean named =
        operand instanceof Value.Document object
            && !object.properties().isEmpty()
            && !object.properties().firstEntry().getKey().startsWith("$");
    if (!named) {
      return get(reader.read(operand), reader.read(new Value.Text("$$CURRENT")));
    }
    var arguments = ObjectArguments.of("$getField", operand, 3041701, 3041701);
    MongoExpression field = reader.read(arguments.require("field", 3041702));
    MongoExpression input = reader.read(arguments.require("input", 3041703));
    arguments.requireNothingElse();
    return get(field, input);
  }

  private static MongoExpression get(MongoExpression field, MongoExpression input) {
    String name = constant("$getField", 5654600, 5654601, field);
    return new MongoExpression.Call(
        values ->
            values[0] instanceof Value.Document document
                ? document.property(name)
                : Operands.isNullish(values[0]) ? values[0] : Value.Undefined.UNDEFINED,
        List.of(input));
  }

  private static String constant(
      String owner, int notConstant, int notText, MongoExpression field) {
    if (!(field instanceof MongoExpression.Constant(Value value))) {
      throw MongoFailure.at(notConstant, owner + " requires 'field' to evaluate to a constant");
    }
    if (!(value instanceof Value.Text(String name))) {
      throw MongoFailure.at(
          notText,
          "%s requires 'field' to evaluate to type String, but got %s"
              .formatted(owner, BsonType.name(value)));
    }
    return name;
  }

  static MongoExpression set(ExpressionReader reader, Value operand, boolean removes) {
    String owner = removes ? "$unsetField" : "$setField";
    var arguments = ObjectArguments.of(owner, operand, 4161100, 4161101);
    MongoExpression field = reader.read(arguments.require("field", 4161102));
    MongoExpression input = reader.read(arguments.require("input", 4161109));
    MongoExpression value =
        removes
            ? new MongoExpression.Constant(Value.Undefined.UNDEFINED)
            : reader.read(arguments.require("value", 4161103));
    arguments.requireNothingElse();
    String name = constant(owner, 4161106, 4161107, field);
    return new MongoExpression.Call(
        values -> changed(owner, values[0], name, values[1]), List.of(input, value));
  }

  private static Value changed(String owner, Value input, String name, Value value) {
    if (Operands.isNullish(input)) {
      return Value.Null.NULL;
    }
    if (!(input instanceof Value.Document document)) {
      throw MongoFailure.at(
          4161105,
          "%s requires 'input' to evaluate to type Object, but got %s"
              .formatted(owner, BsonType.name(input)));
    }
    LinkedHashMap<String, Value> fields = new LinkedHashMap<>(document.properties());
    if (value == Value.Undefined.UNDEFINED) {
      fields.remove(name);
    } else {
      fields.put(name, value);
    }
    return new Value.Document(fields);
  }
}
