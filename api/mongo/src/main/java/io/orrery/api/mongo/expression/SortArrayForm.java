// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.expression.function.Operands;
import io.orrery.model.value.Value;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/// `$sortArray`: the elements of an array in order, by themselves or by their fields.
final class SortArrayForm {
  private SortArrayForm() {}

  static MongoExpression read(ExpressionReader reader, Value operand) {
    var arguments = ObjectArguments.of("$sortArray", operand, 2942500, 2942501);
    MongoExpression input = reader.read(arguments.require("input", 2942502));
    Comparator<Value> order = order(arguments.require("sortBy", 2942503));
    arguments.requireNothingElse();
    return new MongoExpression.Call(values -> sorted(values[0], order), List.of(input));
  }

  private static Value sorted(Value input, Comparator<Value> order) {
    if (Operands.isNullish(input)) {
      return Value.Null.NULL;
    }
    if (!(input instanceof Value.Array(List<Value> elements))) {
      throw MongoFailure.at(
          2942504,
          "The input argument to $sortArray must be an array, but was of type: "
              + BsonType.name(input));
    }
    return new Value.Array(elements.stream().sorted(order).toList());
  }

  private static Comparator<Value> order(Value by) {
    if (by instanceof Value.Document fields && !fields.properties().isEmpty()) {
      Comparator<Value> order = null;
      for (Map.Entry<String, Value> field : fields.properties().entrySet()) {
        List<String> names = FieldPaths.names(field.getKey());
        Comparator<Value> next =
            directed(
                (one, other) -> Comparisons.compare(key(one, names), key(other, names)),
                field.getValue());
        order = order == null ? next : order.thenComparing(next);
      }
      return order == null ? Comparisons::compare : order;
    }
    return directed(Comparisons::compare, by);
  }

  private static Value key(Value element, List<String> names) {
    Value key = ExpressionEvaluator.follow(element, names, 0);
    return key == Value.Undefined.UNDEFINED ? Value.Null.NULL : key;
  }

  private static Comparator<Value> directed(Comparator<Value> order, Value direction) {
    long sign = direction.kind().isNumber() ? BsonNumbers.findWhole(direction).orElse(0L) : 0;
    if (sign != 1 && sign != -1) {
      throw MongoFailure.at(2942507, "The $sort element value must be either 1 or -1");
    }
    return sign == 1 ? order : order.reversed();
  }
}
