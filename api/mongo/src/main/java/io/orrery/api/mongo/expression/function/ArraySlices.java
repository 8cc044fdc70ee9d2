// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression.function;

import static io.orrery.api.mongo.expression.function.Operands.isNullish;
import static io.orrery.api.mongo.expression.function.Operands.type;

import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.model.value.Value;
import java.util.List;

/// Elements of an array by their places. Places below zero count from the end.
final class ArraySlices {
  private ArraySlices() {}

  static void addTo(FunctionTable table) {
    table.binary("$arrayElemAt", ArraySlices::elementAt);
    table.unary("$first", value -> end("$first", value, 0));
    table.unary("$last", value -> end("$last", value, -1));
    table.positional("$slice", 2, 3, ArraySlices::slice);
  }

  private static Value elementAt(Value array, Value place) {
    if (Operands.anyNullish(array, place)) {
      return Value.Null.NULL;
    }
    List<Value> elements =
        Operands.array(array, 28689, "$arrayElemAt's first argument must be an array, but is ");
    if (!Operands.isNumber(place)) {
      throw MongoFailure.at(
          28690, "$arrayElemAt's second argument must be a numeric value, but is " + type(place));
    }
    int at =
        Operands.findInt(place)
            .orElseThrow(
                () ->
                    MongoFailure.at(
                        28691,
                        "$arrayElemAt's second argument must be representable as a 32-bit"
                            + " integer"));
    return at(elements, at);
  }

  private static Value at(List<Value> elements, int place) {
    int at = place < 0 ? elements.size() + place : place;
    return at < 0 || at >= elements.size() ? Value.Undefined.UNDEFINED : elements.get(at);
  }

  private static Value end(String name, Value array, int place) {
    return isNullish(array)
        ? Value.Null.NULL
        : at(Operands.array(array, 28689, name + "'s argument must be an array, but is "), place);
  }

  private static Value slice(Value[] arguments) {
    if (Operands.anyNullish(arguments)) {
      return Value.Null.NULL;
    }
    List<Value> elements =
        Operands.array(
            arguments[0], 28724, "First argument to $slice must be an array, but is of type: ");
    int size = elements.size();
    int second = number("Second", 28725, 28726, arguments[1]);
    if (arguments.length == 2) {
      int from = second < 0 ? Math.max(0, size + second) : 0;
      int until = second < 0 ? size : Math.min(size, second);
      return new Value.Array(elements.subList(from, until));
    }
    int count = number("Third", 28727, 28728, arguments[2]);
    if (count <= 0) {
      throw MongoFailure.at(28729, "Third argument to $slice must be positive: " + count);
    }
    int from = second < 0 ? Math.max(0, size + second) : Math.min(size, second);
    return new Value.Array(elements.subList(from, (int) Math.min(size, (long) from + count)));
  }

  private static int number(String which, int notNumeric, int notWhole, Value value) {
    if (!Operands.isNumber(value)) {
      throw MongoFailure.at(
          notNumeric,
          "%s argument to $slice must be numeric, but is of type: %s"
              .formatted(which, type(value)));
    }
    return Operands.findInt(value)
        .orElseThrow(
            () ->
                MongoFailure.at(
                    notWhole,
                    which + " argument to $slice can't be represented as a 32-bit integer"));
  }
}
