// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.function;

import static io.orrery.model.value.Value.Undefined.UNDEFINED;
import static io.orrery.query.function.Function.pure;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.model.value.Value.Array;
import io.orrery.model.value.Value.Bool;
import io.orrery.model.value.Value.Document;
import io.orrery.model.value.Value.Text;
import io.orrery.model.value.Value.Undefined;
import io.orrery.model.value.ValueOrder;
import io.orrery.plan.expression.ScalarFunction;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;

/// Arrays searched, joined and cut. Elements are equal when they are the same value all the way
/// down; numbers by value, whatever their types.
final class ArrayFunctions {
  private static final int UNLIMITED = Integer.MAX_VALUE;

  /// More than an answer could hold; keeps a query from filling the memory with copies of copies.
  private static final int ELEMENTS_MAX = 1 << 20;

  static final List<Function> ALL =
      List.of(
          pure("ARRAY_CONCAT", 2, UNLIMITED, ArrayFunctions::concatenate),
          pure("ARRAY_CONTAINS", 2, 3, ArrayFunctions::contains),
          pure("ARRAY_CONTAINS_ALL", 2, UNLIMITED, arguments -> containsEach(arguments, false)),
          pure("ARRAY_CONTAINS_ANY", 2, UNLIMITED, arguments -> containsEach(arguments, true)),
          pure("ARRAY_LENGTH", 1, ScalarFunction.ARRAY_LENGTH::apply),
          pure("ARRAY_SLICE", 2, 3, ArrayFunctions::slice),
          pure("CHOOSE", 2, UNLIMITED, ArrayFunctions::choose),
          pure("IIF", 3, arguments -> arguments[0] == Bool.TRUE ? arguments[1] : arguments[2]),
          pure("ObjectToArray", 1, 3, ArrayFunctions::objectToArray));

  private ArrayFunctions() {}

  private static Value concatenate(Value[] arguments) {
    List<Value> elements = new ArrayList<>();
    for (Value argument : arguments) {
      if (!(argument instanceof Array(List<Value> more))) {
        return UNDEFINED;
      }
      if (elements.size() + more.size() > ELEMENTS_MAX) {
        throw new OrreryException(
            ErrorCode.LIMIT_EXCEEDED,
            "ARRAY_CONCAT would make an array of more than "
                + ELEMENTS_MAX
                + " elements; select parts of the arrays.");
      }
      elements.addAll(more);
    }
    return new Array(elements);
  }

  private static Value contains(Value[] arguments) {
    Value sought = arguments[1];
    Value partial = arguments.length == 3 ? arguments[2] : UNDEFINED;
    if (!(arguments[0] instanceof Array(List<Value> elements))
        || sought instanceof Undefined
        || !(partial instanceof Undefined || partial instanceof Bool)) {
      return UNDEFINED;
    }
    return Bool.of(
        (partial == Bool.TRUE && sought instanceof Document fragment)
            ? containsFragment(elements, fragment)
            : ScalarFunction.contains(elements, sought));
  }

  private static boolean containsFragment(List<Value> elements, Document fragment) {
    for (Value element : elements) {
      if (element instanceof Document whole && hasAll(whole, fragment)) {
        return true;
      }
    }
    return false;
  }

  /// The fragment's properties are compared as a whole: its objects are no fragments again.
  private static boolean hasAll(Document whole, Document fragment) {
    for (Map.Entry<String, Value> property : fragment.properties().entrySet()) {
      Value value = whole.property(property.getKey());
      if (ValueOrder.SQL.compare(value, property.getValue()) != 0) {
        return false;
      }
    }
    return true;
  }

  /// AND (or OR) over the searches for each further argument, with the three-valued logic of
  /// queries: an undefined argument leaves the result open unless another one decides it.
  private static Value containsEach(Value[] arguments, boolean decisive) {
    if (!(arguments[0] instanceof Array(List<Value> elements))) {
      return UNDEFINED;
    }
    boolean open = false;
    for (int i = 1; i < arguments.length; i++) {
      if (arguments[i] instanceof Undefined) {
        open = true;
      } else if (ScalarFunction.contains(elements, arguments[i]) == decisive) {
        return Bool.of(decisive);
      }
    }
    return open ? UNDEFINED : Bool.of(!decisive);
  }

  private static Value slice(Value[] arguments) {
    if (!(arguments[0] instanceof Array(List<Value> elements))
        || !Numbers.isInteger(arguments[1])
        || (arguments.length == 3 && !Numbers.isInteger(arguments[2]))) {
      return UNDEFINED;
    }
    int size = elements.size();
    long start = Numbers.toLong(arguments[1]);
    int from = Math.clamp(start < 0 ? size + start : start, 0, size);
    long count = arguments.length == 3 ? Numbers.toLong(arguments[2]) : size;
    int until = from + Math.clamp(count, 0, size - from);
    return until - from == size ? arguments[0] : new Array(elements.subList(from, until));
  }

  /// The first argument is the place of the one wanted among the others, from 1.
  private static Value choose(Value[] arguments) {
    if (!Numbers.isInteger(arguments[0])) {
      return UNDEFINED;
    }
    long place = Numbers.toLong(arguments[0]);
    return place >= 1 && place < arguments.length ? arguments[(int) place] : UNDEFINED;
  }

  private static Value objectToArray(Value[] arguments) {
    Value nameLabel = arguments.length > 1 ? arguments[1] : new Text("k");
    Value valueLabel = arguments.length > 2 ? arguments[2] : new Text("v");
    if (!(arguments[0] instanceof Document document)
        || !(nameLabel instanceof Text(String nameProperty))
        || !(valueLabel instanceof Text(String valueProperty))) {
      return UNDEFINED;
    }
    List<Value> elements = new ArrayList<>(document.properties().size());
    document
        .properties()
        .forEach(
            (name, value) -> {
              SequencedMap<String, Value> pair = new LinkedHashMap<>();
              pair.put(nameProperty, new Text(name));
              pair.put(valueProperty, value);
              elements.add(new Document(pair));
            });
    return new Array(elements);
  }
}
