// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.model.value.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What is made of a document, field by field: some are kept, left out or computed. What is
/// computed sees the document as it was.
public final class DocumentShape {
  /// What happens to fields that nothing is said about, and where computed ones stand.
  enum Mode {
    /// They are left out; computed fields stand behind the others.
    INCLUDE,
    /// They stay.
    EXCLUDE,
    /// They stay; computed fields take the places of those they replace.
    ADD
  }

  /// What is done with a field.
  sealed interface Node {
    record Keep() implements Node {}

    record Drop() implements Node {}

    record Computed(MongoExpression expression) implements Node {}

    record Inner(LinkedHashMap<String, Node> nodes, boolean[] computes) implements Node {
      Inner() {
        this(new LinkedHashMap<>(), new boolean[1]);
      }

      /// Whether something in it is computed, so that there is something where nothing was.
      boolean isComputing() {
        return computes[0];
      }
    }
  }

  private final Mode mode;
  private final Node.Inner root;

  DocumentShape(Mode mode, Node.Inner root) {
    this.mode = mode;
    this.root = root;
  }

  /// What is left and made of a document.
  ///
  /// @param variables whose root is the document
  public Value.Document apply(Value.Document document, Variables variables) {
    return shape(root, document, variables.of(document));
  }

  private Value.Document shape(Node.Inner inner, Value.Document document, Variables variables) {
    LinkedHashMap<String, Value> made = new LinkedHashMap<>();
    for (Map.Entry<String, Value> field : document.properties().entrySet()) {
      Value value = existing(inner.nodes().get(field.getKey()), field.getValue(), variables);
      if (value != Value.Undefined.UNDEFINED) {
        made.put(field.getKey(), value);
      }
    }
    if (inner.isComputing()) {
      for (Map.Entry<String, Node> each : inner.nodes().entrySet()) {
        boolean done = mode == Mode.ADD && document.properties().containsKey(each.getKey());
        if (!done && !made.containsKey(each.getKey())) {
          append(each, made, variables);
        }
      }
    }
    return new Value.Document(made);
  }

  private void append(Map.Entry<String, Node> each, Map<String, Value> made, Variables variables) {
    Value value =
        switch (each.getValue()) {
          case Node.Computed(MongoExpression expression) ->
              ExpressionEvaluator.evaluate(expression, variables);
          case Node.Inner inner when inner.isComputing() ->
              shape(inner, new Value.Document(new LinkedHashMap<>()), variables);
          case Node.Inner _, Node.Keep _, Node.Drop _ -> Value.Undefined.UNDEFINED;
        };
    if (value != Value.Undefined.UNDEFINED) {
      made.put(each.getKey(), value);
    }
  }

  /// What a field that is there becomes; undefined if it is not to be there.
  private Value existing(@Nullable Node node, Value value, Variables variables) {
    return switch (node) {
      case null -> mode == Mode.INCLUDE ? Value.Undefined.UNDEFINED : value;
      case Node.Keep _ -> value;
      case Node.Drop _ -> Value.Undefined.UNDEFINED;
      case Node.Computed(MongoExpression expression) ->
          mode == Mode.ADD
              ? ExpressionEvaluator.evaluate(expression, variables)
              : Value.Undefined.UNDEFINED;
      case Node.Inner inner -> inside(inner, value, variables);
    };
  }

  private Value inside(Node.Inner inner, Value value, Variables variables) {
    return switch (value) {
      case Value.Document document -> shape(inner, document, variables);
      case Value.Array(List<Value> elements) -> {
        List<Value> made = new ArrayList<>();
        for (Value element : elements) {
          Value each = inside(inner, element, variables);
          if (each != Value.Undefined.UNDEFINED) {
            made.add(each);
          }
        }
        yield new Value.Array(made);
      }
      case Value _ ->
          switch (mode) {
            case EXCLUDE -> value;
            case INCLUDE, ADD ->
                inner.isComputing()
                    ? shape(inner, new Value.Document(new LinkedHashMap<>()), variables)
                    : Value.Undefined.UNDEFINED;
          };
    };
  }
}
