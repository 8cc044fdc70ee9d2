// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.write;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.function.Comparisons;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.read.SortOrder;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/// What operators make of an array. Undefined stands for what is not there.
///
/// @param collation how texts compare
record ArrayOperators(Collation collation) {
  private static final Set<String> PUSH_CLAUSES = Set.of("$each", "$position", "$slice", "$sort");

  /// Which value comes before which.
  Comparator<Value> order() {
    return Comparisons.order(collation);
  }

  private boolean isAmong(List<Value> values, Value value) {
    Comparator<Value> order = order();
    return values.stream().anyMatch(each -> order.compare(each, value) == 0);
  }

  private Filter filter(Value.Document condition) {
    return FilterReader.read(
        collation.isSimple() ? condition : CollatedFilters.in(condition, collation));
  }

  Value addToSet(String path, Value current, List<Value> added) {
    List<Value> elements = new ArrayList<>(elements("$addToSet", path, current));
    for (Value each : added) {
      if (!isAmong(elements, each)) {
        elements.add(each);
      }
    }
    return new Value.Array(elements);
  }

  Value push(String path, Value current, Value operand) {
    List<Value> elements = new ArrayList<>(elements("$push", path, current));
    if (!(operand instanceof Value.Document clauses)
        || clauses.property("$each") == Value.Undefined.UNDEFINED) {
      elements.add(operand);
      return new Value.Array(elements);
    }
    for (String clause : clauses.properties().keySet()) {
      if (!PUSH_CLAUSES.contains(clause)) {
        throw bad("Unrecognized clause in $push: " + clause);
      }
    }
    if (!(clauses.property("$each") instanceof Value.Array(List<Value> added))) {
      throw bad("The argument to $each in $push must be an array");
    }
    elements.addAll(position(clauses.property("$position"), elements.size()), added);
    sort(elements, clauses.property("$sort"));
    return new Value.Array(slice(elements, clauses.property("$slice")));
  }

  private static int position(Value position, int size) {
    if (position == Value.Undefined.UNDEFINED) {
      return size;
    }
    long at = whole("$position", position);
    return Math.clamp(at < 0 ? size + at : at, 0, size);
  }

  private void sort(List<Value> elements, Value sort) {
    switch (sort) {
      case Value.Undefined _ -> {
        // They stay as they are.
      }
      case Value.Document keys -> {
        SortOrder order = SortOrder.read(keys, collation);
        elements.sort(order.comparator());
      }
      case Value direction -> {
        Comparator<Value> up = order();
        elements.sort(whole("$sort", direction) < 0 ? up.reversed() : up);
      }
    }
  }

  private static List<Value> slice(List<Value> elements, Value slice) {
    if (slice == Value.Undefined.UNDEFINED) {
      return elements;
    }
    long count = whole("$slice", slice);
    int size = elements.size();
    return count < 0
        ? elements.subList((int) Math.max(0, size + count), size)
        : elements.subList(0, (int) Math.min(count, size));
  }

  static Value pop(String path, Value current, Value operand) {
    long end = whole("$pop", operand);
    if (end != 1 && end != -1) {
      throw bad("$pop expects 1 or -1, found: " + end);
    }
    if (current == Value.Undefined.UNDEFINED) {
      return current;
    }
    List<Value> elements = elements("$pop", path, current);
    if (elements.isEmpty()) {
      return current;
    }
    int size = elements.size();
    return new Value.Array(end < 0 ? elements.subList(1, size) : elements.subList(0, size - 1));
  }

  /// Takes away what a condition is true of: a value, operators on an element, or a filter for
  /// elements that are documents.
  Value pull(String path, Value current, Value condition) {
    LinkedHashMap<String, Value> named = new LinkedHashMap<>();
    named.put("element", condition);
    boolean isFilter =
        condition instanceof Value.Document document
            && (document.properties().isEmpty()
                || !document.properties().firstEntry().getKey().startsWith("$"));
    if (isFilter) {
      Filter filter = filter((Value.Document) condition);
      return without(
          "$pull",
          path,
          current,
          each -> each.kind() == Value.Kind.OBJECT && Matching.matches(filter, each));
    }
    Filter filter = filter(new Value.Document(named));
    return without(
        "$pull",
        path,
        current,
        each -> {
          LinkedHashMap<String, Value> element = new LinkedHashMap<>();
          element.put("element", each);
          return Matching.matches(filter, new Value.Document(element));
        });
  }

  Value pullAll(String path, Value current, Value operand) {
    if (!(operand instanceof Value.Array(List<Value> values))) {
      throw bad("$pullAll requires an array argument");
    }
    return without("$pullAll", path, current, each -> isAmong(values, each));
  }

  private static Value without(
      String operator, String path, Value current, Predicate<Value> unwanted) {
    return current == Value.Undefined.UNDEFINED
        ? current
        : new Value.Array(
            elements(operator, path, current).stream().filter(unwanted.negate()).toList());
  }

  private static List<Value> elements(String operator, String path, Value current) {
    return switch (current) {
      case Value.Undefined _ -> List.of();
      case Value.Array(List<Value> elements) -> elements;
      case Value other ->
          throw bad(
              "The field '%s' must be an array but is of type %s, %s cannot change it"
                  .formatted(path, BsonType.name(other), operator));
    };
  }

  private static long whole(String name, Value value) {
    return BsonNumbers.findWhole(value).orElseThrow(() -> bad(name + " needs a whole number"));
  }

  private static MongoFailure bad(String message) {
    return new MongoFailure(MongoError.BAD_VALUE, message);
  }
}
