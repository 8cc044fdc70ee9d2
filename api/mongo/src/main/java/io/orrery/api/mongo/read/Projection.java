// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.api.mongo.bson.BsonType;
import io.orrery.api.mongo.command.BsonNumbers;
import io.orrery.api.mongo.command.CollatedFilters;
import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.expression.DocumentShape;
import io.orrery.api.mongo.expression.ExpressionReader;
import io.orrery.api.mongo.expression.ShapeReader;
import io.orrery.api.mongo.expression.Variables;
import io.orrery.api.mongo.match.Filter;
import io.orrery.api.mongo.match.FilterReader;
import io.orrery.api.mongo.match.Matching;
import io.orrery.api.mongo.text.TextSpec;
import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Which fields of a document are told.
public final class Projection {
  /// What is done with a field.
  private sealed interface Node {
    record Leaf() implements Node {}

    /// Some elements of an array.
    record Slice(long skip, long count) implements Node {}

    /// The first element that passes.
    record FirstMatch(Filter.Test test) implements Node {}

    /// The element that the query found.
    record Found(String arrayPath) implements Node {}

    record Inner(LinkedHashMap<String, Node> nodes) implements Node {}
  }

  private static final Set<String> FIND_OPERATORS = Set.of("$slice", "$elemMatch", "$meta");

  private final Node.Inner root = new Node.Inner(new LinkedHashMap<>());
  private final Filter query;
  private final boolean includes;
  private final boolean id;

  /// What computed fields and nested ones make of a document; null if there are none.
  private final @Nullable DocumentShape shape;

  private Projection(Value.Document projection, Filter query, Collation collation) {
    this.query = query;
    if (isComputed(projection)) {
      ExpressionReader expressions = ExpressionReader.of(Variables.NONE.collated(collation));
      this.shape =
          projection.properties().values().stream().allMatch(Projection::isScore)
              ? ShapeReader.additions(projection, expressions)
              : ShapeReader.projection(projection, expressions);
      this.includes = true;
      this.id = true;
      return;
    }
    this.shape = null;
    Boolean direction = null;
    boolean keepsId = true;
    for (Map.Entry<String, Value> field : projection.properties().entrySet()) {
      String path = field.getKey();
      Value value = field.getValue();
      if (value instanceof Value.Document operator) {
        put(path, operator(operator, collation));
        direction =
            operator.property("$elemMatch") == Value.Undefined.UNDEFINED ? direction : Boolean.TRUE;
        continue;
      }
      boolean included = isIncluded(path, value);
      if (path.equals("_id")) {
        keepsId = included;
        if (included && direction == null && projection.properties().size() == 1) {
          direction = true;
        }
        continue;
      }
      if (direction != null && direction != included) {
        throw new MongoFailure(
            included ? MongoError.MIXED_EXCLUSION : MongoError.MIXED_INCLUSION,
            "Cannot do %s on field %s in %s projection"
                .formatted(
                    included ? "inclusion" : "exclusion",
                    path,
                    included ? "exclusion" : "inclusion"));
      }
      direction = included;
      boolean positional = path.endsWith(".$");
      String plain = positional ? path.substring(0, path.length() - 2) : path;
      put(plain, positional ? new Node.Found(plain) : new Node.Leaf());
    }
    this.includes = direction != null && direction;
    this.id = keepsId;
  }

  /// A score is told beside all fields, unless others are named.
  private static boolean isScore(Value value) {
    return value instanceof Value.Document document
        && document.properties().containsKey(TextSpec.NAME);
  }

  /// Whether fields are computed, or stand inside each other as documents do.
  private static boolean isComputed(Value.Document projection) {
    boolean computed = false;
    boolean found = false;
    for (Map.Entry<String, Value> field : projection.properties().entrySet()) {
      boolean finds =
          field.getKey().endsWith(".$")
              || (field.getValue() instanceof Value.Document operator
                  && FIND_OPERATORS.contains(firstName(operator)));
      boolean flag = field.getValue() instanceof Value.Bool || field.getValue().kind().isNumber();
      found |= finds;
      computed |= !finds && !flag;
    }
    if (computed && found) {
      throw MongoFailure.notSupported("A projection with an expression beside $, $slice or others");
    }
    return computed;
  }

  private static String firstName(Value.Document document) {
    return document.properties().isEmpty() ? "" : document.properties().firstEntry().getKey();
  }

  /// Reads a projection.
  ///
  /// @param query whose findings a positional field refers to
  /// @param collation how texts compare in what it chooses and computes
  public static Projection read(Value.Document projection, Filter query, Collation collation) {
    return new Projection(projection, query, collation);
  }

  private static boolean isIncluded(String path, Value value) {
    if (value instanceof Value.Bool bool) {
      return bool.isTrue();
    }
    if (value.kind().isNumber()) {
      return BsonNumbers.toDouble(value) != 0;
    }
    throw MongoFailure.notSupported("The projection of " + path + " to " + BsonType.name(value));
  }

  private static Node operator(Value.Document operator, Collation collation) {
    if (operator.properties().size() == 1) {
      Map.Entry<String, Value> only = operator.properties().firstEntry();
      if (only.getKey().equals("$slice")) {
        return slice(only.getValue());
      }
      if (only.getKey().equals("$elemMatch")
          && FilterReader.read(CollatedFilters.in(named(operator), collation))
              instanceof Filter.Field(var _, var test)) {
        return new Node.FirstMatch(test);
      }
    }
    throw MongoFailure.notSupported("The projection operator " + firstName(operator));
  }

  private static Value.Document named(Value.Document condition) {
    LinkedHashMap<String, Value> named = new LinkedHashMap<>();
    named.put("element", condition);
    return new Value.Document(named);
  }

  private static Node slice(Value value) {
    if (value instanceof Value.Array(List<Value> pair) && pair.size() == 2) {
      long count = whole(pair.getLast());
      if (count <= 0) {
        throw new MongoFailure(MongoError.BAD_SLICE, "$slice limit must be positive");
      }
      return new Node.Slice(whole(pair.getFirst()), count);
    }
    long count = whole(value);
    return count < 0 ? new Node.Slice(count, Long.MAX_VALUE) : new Node.Slice(0, count);
  }

  private static long whole(Value value) {
    return BsonNumbers.findWhole(value)
        .orElseThrow(() -> new MongoFailure(MongoError.BAD_SLICE, "$slice needs whole numbers"));
  }

  private void put(String path, Node node) {
    String[] names = path.split("\\.", -1);
    Node.Inner at = root;
    for (int i = 0; i < names.length - 1; i++) {
      Node next = at.nodes().computeIfAbsent(names[i], _ -> new Node.Inner(new LinkedHashMap<>()));
      if (!(next instanceof Node.Inner inner)) {
        throw collision(path);
      }
      at = inner;
    }
    if (at.nodes().put(names[names.length - 1], node) != null) {
      throw collision(path);
    }
  }

  private static MongoFailure collision(String path) {
    return new MongoFailure(MongoError.PATH_COLLISION, "Path collision at " + path);
  }

  /// Whether documents are told as they are.
  public boolean isWhole() {
    return root.nodes().isEmpty() && !includes && id;
  }

  public Value.Document apply(Value.Document document) {
    if (shape != null) {
      return shape.apply(document, Variables.NONE);
    }
    LinkedHashMap<String, Value> told = new LinkedHashMap<>();
    for (Map.Entry<String, Value> field : document.properties().entrySet()) {
      if (field.getKey().equals("_id")) {
        if (id) {
          told.put("_id", field.getValue());
        }
      } else {
        project(root.nodes().get(field.getKey()), field, told, document);
      }
    }
    return new Value.Document(told);
  }

  private void project(
      @Nullable Node node,
      Map.Entry<String, Value> field,
      Map<String, Value> told,
      Value.Document whole) {
    String name = field.getKey();
    Value value = field.getValue();
    switch (node) {
      case null -> {
        if (!includes) {
          told.put(name, value);
        }
      }
      case Node.Leaf _ -> {
        if (includes) {
          told.put(name, value);
        }
      }
      case Node.Slice(long skip, long count) -> told.put(name, slice(value, skip, count));
      case Node.FirstMatch(Filter.Test test) -> {
        Value found = firstMatch(test, value);
        if (found != Value.Undefined.UNDEFINED) {
          told.put(name, found);
        }
      }
      case Node.Found(String arrayPath) -> told.put(name, found(arrayPath, value, whole));
      case Node.Inner inner -> {
        Value inside = inside(inner, value, whole);
        if (inside != Value.Undefined.UNDEFINED) {
          told.put(name, inside);
        }
      }
    }
  }

  /// Undefined if a scalar is all there is, and only what is inside is wanted.
  private Value inside(Node.Inner inner, Value value, Value.Document whole) {
    return switch (value) {
      case Value.Document document -> {
        LinkedHashMap<String, Value> told = new LinkedHashMap<>();
        document
            .properties()
            .entrySet()
            .forEach(field -> project(inner.nodes().get(field.getKey()), field, told, whole));
        yield new Value.Document(told);
      }
      case Value.Array(List<Value> elements) ->
          new Value.Array(
              elements.stream()
                  .map(each -> inside(inner, each, whole))
                  .filter(each -> each != Value.Undefined.UNDEFINED)
                  .toList());
      case Value _ -> includes ? Value.Undefined.UNDEFINED : value;
    };
  }

  private static Value slice(Value value, long skip, long count) {
    if (!(value instanceof Value.Array(List<Value> elements))) {
      return value;
    }
    long from = skip < 0 ? Math.max(0, elements.size() + skip) : Math.min(skip, elements.size());
    long to = Math.min(elements.size(), count > elements.size() ? elements.size() : from + count);
    return new Value.Array(elements.subList((int) from, (int) Math.max(from, to)));
  }

  private static Value firstMatch(Filter.Test test, Value value) {
    if (value instanceof Value.Array(List<Value> elements)) {
      for (Value element : elements) {
        if (Matching.element(test, new Value.Array(List.of(element)))) {
          return new Value.Array(List.of(element));
        }
      }
    }
    return Value.Undefined.UNDEFINED;
  }

  private Value found(String arrayPath, Value value, Value.Document whole) {
    OptionalInt position = Matching.position(query, arrayPath, whole);
    if (value instanceof Value.Array(List<Value> elements) && position.isPresent()) {
      return new Value.Array(List.of(elements.get(position.getAsInt())));
    }
    return value;
  }
}
