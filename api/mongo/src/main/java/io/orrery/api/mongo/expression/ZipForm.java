// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// `$zip`: the first elements of several arrays as an array, then the second, and so on.
final class ZipForm {
  private ZipForm() {}

  static MongoExpression read(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$zip", operand, 34460, 34464);
    List<Value> inputs = array("inputs", 34461, arguments.find("inputs"));
    Value given = arguments.find("defaults");
    List<Value> defaults = given == null ? List.of() : array("defaults", 34462, given);
    Value longest = arguments.find("useLongestInput");
    arguments.requireNothingElse();
    if (longest != null && !(longest instanceof Value.Bool)) {
      throw MongoFailure.at(
          34463, "useLongestInput must be a bool, found " + BsonType.name(longest));
    }
    if (inputs.isEmpty()) {
      throw MongoFailure.at(34465, "$zip requires at least one input array");
    }
    boolean toLongest = longest == Value.Bool.TRUE;
    if (given != null && !toLongest) {
      throw MongoFailure.at(34466, "cannot specify defaults unless useLongestInput is true");
    }
    if (given != null && defaults.size() != inputs.size()) {
      throw MongoFailure.at(34467, "defaults and inputs must have the same length");
    }
    List<MongoExpression> all = new ArrayList<>();
    inputs.forEach(each -> all.add(reader.read(each)));
    defaults.forEach(each -> all.add(reader.read(each)));
    int count = inputs.size();
    return new MongoExpression.Call(values -> zip(values, count, toLongest), all);
  }

  private static List<Value> array(String name, int location, @Nullable Value value) {
    if (value instanceof Value.Array(List<Value> elements)) {
      return elements;
    }
    throw MongoFailure.at(
        location,
        "%s must be an array of expressions, found %s"
            .formatted(name, value == null ? "missing" : BsonType.name(value)));
  }

  private static Value zip(Value[] values, int count, boolean longest) {
    List<List<Value>> inputs = new ArrayList<>();
    int rows = longest ? 0 : Integer.MAX_VALUE;
    for (int i = 0; i < count; i++) {
      if (Operands.isNullish(values[i])) {
        return Value.Null.NULL;
      }
      if (!(values[i] instanceof Value.Array(List<Value> elements))) {
        throw MongoFailure.at(
            34468, "$zip found a non-array expression in input: " + BsonType.name(values[i]));
      }
      inputs.add(elements);
      rows = longest ? Math.max(rows, elements.size()) : Math.min(rows, elements.size());
    }
    List<Value> zipped = new ArrayList<>();
    for (int row = 0; row < rows; row++) {
      List<Value> made = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        List<Value> input = inputs.get(i);
        made.add(row < input.size() ? input.get(row) : otherwise(values, count + i));
      }
      zipped.add(new Value.Array(made));
    }
    return new Value.Array(zipped);
  }

  private static Value otherwise(Value[] values, int at) {
    return at < values.length && values[at] != Value.Undefined.UNDEFINED
        ? values[at]
        : Value.Null.NULL;
  }
}
