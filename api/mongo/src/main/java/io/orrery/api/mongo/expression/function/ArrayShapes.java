// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.isNullish;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.List;

/// Arrays made of numbers and of other arrays.
final class ArrayShapes {
  private static final long RANGE_MAX = 6_000_000;

  private ArrayShapes() {}

  static void addTo(FunctionTable table) {
    table.any("$concatArrays", ArrayShapes::concat);
    table.unary("$reverseArray", ArrayShapes::reverse);
    table.positional("$range", 2, 3, ArrayShapes::range);
    table.unary("$isArray", value -> Value.Bool.of(value instanceof Value.Array));
    table.unary(
        "$size",
        value ->
            new Value.Int32(
                Operands.array(
                        value, 17124, "The argument to $size must be an array, but was of type: ")
                    .size()));
  }

  private static Value concat(Value[] arguments) {
    List<Value> all = new ArrayList<>();
    for (Value each : arguments) {
      if (isNullish(each)) {
        return Value.Null.NULL;
      }
      all.addAll(Operands.array(each, 28664, "$concatArrays only supports arrays, not "));
    }
    return new Value.Array(all);
  }

  private static Value reverse(Value value) {
    return isNullish(value)
        ? Value.Null.NULL
        : new Value.Array(
            Operands.array(
                    value,
                    34435,
                    "The argument to $reverseArray must be an array, but was of type: ")
                .reversed());
  }

  private static Value range(Value[] arguments) {
    long at = bound("starting value", 34443, 34444, arguments[0]);
    long end = bound("ending value", 34445, 34446, arguments[1]);
    long step = arguments.length > 2 ? bound("step value", 34447, 34448, arguments[2]) : 1;
    if (step == 0) {
      throw MongoFailure.at(34449, "$range requires a non-zero step value");
    }
    if ((end - at) / step > RANGE_MAX) {
      throw MongoFailure.at(
          34450, "$range would make an array of more than %d values".formatted(RANGE_MAX));
    }
    List<Value> range = new ArrayList<>();
    for (; step > 0 ? at < end : at > end; at += step) {
      range.add(new Value.Int32((int) at));
    }
    return new Value.Array(range);
  }

  private static long bound(String what, int notNumeric, int notWhole, Value value) {
    if (!Operands.isNumber(value)) {
      throw MongoFailure.at(
          notNumeric,
          "$range requires a numeric %s, found value of type:%s".formatted(what, type(value)));
    }
    return Operands.findInt(value)
        .orElseThrow(
            () ->
                MongoFailure.at(
                    notWhole,
                    "$range requires a %s that can be represented as a 32-bit integer"
                        .formatted(what)));
  }
}
