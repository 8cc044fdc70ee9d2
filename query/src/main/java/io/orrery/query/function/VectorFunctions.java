// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import java.util.List;

/// How alike two vectors are, calculated from all their components.
final class VectorFunctions {
  static final List<Function> ALL =
      List.of(pure("VectorDistance", 2, 4, VectorFunctions::distance));

  private VectorFunctions() {}

  /// The third argument only says how to sort by the distance. Of the options in the fourth, only
  /// the function matters: components are doubles whatever type the index stores.
  private static Value distance(Value[] arguments) {
    Value bruteForce = arguments.length > 2 ? arguments[2] : Bool.FALSE;
    Value options = arguments.length > 3 ? arguments[3] : UNDEFINED;
    if (!isVector(arguments[0])
        || !isVector(arguments[1])
        || !(bruteForce instanceof Bool)
        || !(options instanceof Document || options instanceof Undefined)) {
      return UNDEFINED;
    }
    List<Value> left = ((Array) arguments[0]).elements();
    List<Value> right = ((Array) arguments[1]).elements();
    return left.size() == right.size()
        ? distance(left, right, distanceFunction(options))
        : UNDEFINED;
  }

  private static Value distanceFunction(Value options) {
    Value name =
        options instanceof Document document ? document.property("distanceFunction") : UNDEFINED;
    return name instanceof Undefined ? new Text("cosine") : name;
  }

  private static Value distance(List<Value> left, List<Value> right, Value function) {
    if (!(function instanceof Text(String name))) {
      return UNDEFINED;
    }
    return switch (name) {
      case "cosine" ->
          Numbers.of(
              dotProduct(left, right)
                  / Math.sqrt(dotProduct(left, left) * dotProduct(right, right)));
      case "dotproduct" -> Numbers.of(dotProduct(left, right));
      case "euclidean" -> Numbers.of(euclidean(left, right));
      default -> UNDEFINED;
    };
  }

  private static boolean isVector(Value value) {
    return value instanceof Array(List<Value> elements)
        && !elements.isEmpty()
        && elements.stream().allMatch(element -> element.kind().isNumber());
  }

  private static double dotProduct(List<Value> left, List<Value> right) {
    double product = 0;
    for (int i = 0; i < left.size(); i++) {
      product += Numbers.toDouble(left.get(i)) * Numbers.toDouble(right.get(i));
    }
    return product;
  }

  private static double euclidean(List<Value> left, List<Value> right) {
    double squares = 0;
    for (int i = 0; i < left.size(); i++) {
      double difference = Numbers.toDouble(left.get(i)) - Numbers.toDouble(right.get(i));
      squares += difference * difference;
    }
    return Math.sqrt(squares);
  }
}
