// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.aggregate;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.ArithmeticOperators;
import io.orrery.api.mongo.expression.function.CalendarUnit;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.expression.function.DateArithmetic;
import io.orrery.model.value.Value;
import java.util.List;
import java.util.Optional;

/// Which documents around a document belong to its window: by their places, or by how far they are
/// away in the order.
record WindowBounds(boolean byPlace, Edge from, Edge until, Optional<CalendarUnit> unit) {
  static final WindowBounds ALL =
      new WindowBounds(true, new Edge.Unbounded(), new Edge.Unbounded(), Optional.empty());

  /// One end of a window.
  sealed interface Edge {
    record Unbounded() implements Edge {}

    record Current() implements Edge {}

    record Distance(Value by) implements Edge {}
  }

  static WindowBounds read(Value value) {
    if (value == Value.Undefined.UNDEFINED) {
      return ALL;
    }
    if (!(value instanceof Value.Document window)) {
      throw failed("'window' field must be an object");
    }
    Value documents = window.property("documents");
    Value range = window.property("range");
    if (documents != Value.Undefined.UNDEFINED && range != Value.Undefined.UNDEFINED) {
      throw failed("Window bounds can specify either 'documents' or 'range', not both.");
    }
    for (String option : window.properties().keySet()) {
      if (!List.of("documents", "range", "unit").contains(option)) {
        throw failed("'window' field can only contain 'documents', 'range' and 'unit'");
      }
    }
    if (documents == Value.Undefined.UNDEFINED && range == Value.Undefined.UNDEFINED) {
      return ALL;
    }
    boolean byPlace = documents != Value.Undefined.UNDEFINED;
    if (!((byPlace ? documents : range) instanceof Value.Array(List<Value> edges))
        || edges.size() != 2) {
      throw failed("Window bounds must be a 2-element array");
    }
    WindowBounds bounds =
        new WindowBounds(
            byPlace,
            edge(edges.getFirst(), byPlace),
            edge(edges.getLast(), byPlace),
            unit(window.property("unit")));
    bounds.requireAscending();
    return bounds;
  }

  private void requireAscending() {
    if (place(from, Integer.MIN_VALUE) > place(until, Integer.MAX_VALUE) && byPlace) {
      throw MongoFailure.at(5339900, "Lower bound must not exceed upper bound");
    }
  }

  private static Optional<CalendarUnit> unit(Value unit) {
    return switch (unit) {
      case Value.Undefined _ -> Optional.empty();
      case Value.Text(String name) ->
          Optional.of(
              CalendarUnit.find(name)
                  .orElseThrow(() -> failed("unknown time unit value: " + name)));
      case Value other -> throw failed("'unit' must be a string, found " + BsonType.name(other));
    };
  }

  private static Edge edge(Value value, boolean byPlace) {
    if (value.equals(new Value.Text("unbounded"))) {
      return new Edge.Unbounded();
    }
    if (value.equals(new Value.Text("current"))) {
      return new Edge.Current();
    }
    boolean fits =
        value.kind().isNumber() && (!byPlace || BsonNumbers.findWhole(value).isPresent());
    if (!fits) {
      throw failed(
          byPlace
              ? "Numeric document-based bounds must be an integer"
              : "Range-based bounds expression must be a number");
    }
    return new Edge.Distance(value);
  }

  static MongoFailure failed(String message) {
    return new MongoFailure(MongoError.FAILED_TO_PARSE, message);
  }

  /// The first place of the window, and the one behind its last.
  ///
  /// @param keys what the documents are ordered by, ascending
  int[] around(int at, List<Value> keys) {
    int size = keys.size();
    if (byPlace) {
      int first = clamp(at + place(from, -at), size);
      int last = clamp(at + place(until, size - at) + 1, size);
      return new int[] {first, Math.max(first, last)};
    }
    int first = from instanceof Edge.Unbounded ? 0 : lower(keys, shifted(keys.get(at), from));
    int last = until instanceof Edge.Unbounded ? size : upper(keys, shifted(keys.get(at), until));
    return new int[] {first, Math.max(first, last)};
  }

  private static int clamp(long place, int size) {
    return Math.clamp(place, 0, size);
  }

  private static long place(Edge edge, long unbounded) {
    return switch (edge) {
      case Edge.Unbounded _ -> unbounded;
      case Edge.Current _ -> 0;
      case Edge.Distance(Value by) ->
          Math.clamp(BsonNumbers.findWhole(by).orElseThrow(), Integer.MIN_VALUE, Integer.MAX_VALUE);
    };
  }

  private Value shifted(Value key, Edge edge) {
    if (!(edge instanceof Edge.Distance(Value by))) {
      return key;
    }
    if (unit.isPresent()) {
      if (!(key instanceof Value.DateTime)) {
        throw MongoFailure.at(
            5429413, "For windows that involve date or time ranges, sortBy values must be dates");
      }
      return DateArithmetic.shifted(
          key, unit.get(), BsonNumbers.findWhole(by).orElseThrow(() -> failed("whole units")));
    }
    if (!key.kind().isNumber()) {
      throw MongoFailure.at(5429414, "Invalid range: Expected the sortBy field to be a number");
    }
    return ArithmeticOperators.add(key, by);
  }

  private static int lower(List<Value> keys, Value least) {
    int low = 0;
    int high = keys.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Comparisons.compare(keys.get(middle), least) < 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }

  private static int upper(List<Value> keys, Value greatest) {
    int low = 0;
    int high = keys.size();
    while (low < high) {
      int middle = (low + high) >>> 1;
      if (Comparisons.compare(keys.get(middle), greatest) <= 0) {
        low = middle + 1;
      } else {
        high = middle;
      }
    }
    return low;
  }
}
