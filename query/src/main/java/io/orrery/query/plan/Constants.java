// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Entry;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/// Knows the value of expressions that have the same one for every item.
@FunctionalInterface
public interface Constants {
  /// The value; null if it depends on the item, or if this cannot tell.
  @Nullable Value fold(Expression expression);

  /// Knows literals, parameters, and arrays and objects of them.
  static Constants of(Map<String, Value> parameters) {
    return new Constants() {
      @Override
      public @Nullable Value fold(Expression expression) {
        return switch (expression) {
          case Expression.Literal(Value value) -> value;
          case Expression.Parameter parameter -> parameters.get(parameter.name());
          case Expression.ArrayOf(List<Expression> elements) -> array(elements, this);
          case Expression.ObjectOf(List<Entry> entries) -> object(entries, this);
          default -> null;
        };
      }
    };
  }

  private static @Nullable Value array(List<Expression> elements, Constants constants) {
    List<Value> values = new ArrayList<>();
    for (Expression element : elements) {
      Value value = constants.fold(element);
      if (value == null) {
        return null;
      }
      if (value != Value.Undefined.UNDEFINED) {
        values.add(value);
      }
    }
    return new Value.Array(values);
  }

  private static @Nullable Value object(List<Entry> entries, Constants constants) {
    SequencedMap<String, Value> properties = new LinkedHashMap<>();
    for (Entry entry : entries) {
      Value value = constants.fold(entry.value());
      if (value == null) {
        return null;
      }
      if (value != Value.Undefined.UNDEFINED) {
        properties.put(entry.name(), value);
      }
    }
    return new Value.Document(properties);
  }
}
