// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.expression;

import io.orrery.model.container.Collation;
import io.orrery.model.value.Value;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What variables stand for while an expression is evaluated.
///
/// @param root the document
/// @param last the variable that was named last; null if there is none
/// @param collation how texts compare
public record Variables(Value root, @Nullable Binding last, Collation collation) {
  public static final String ROOT = "ROOT";
  public static final String CURRENT = "CURRENT";
  public static final String NOW = "NOW";
  public static final String CLUSTER_TIME = "CLUSTER_TIME";

  public static final Variables NONE =
      new Variables(Value.Undefined.UNDEFINED, null, Collation.SIMPLE);

  /// One variable; those behind it were named before.
  public record Binding(String name, Value value, @Nullable Binding outer) {}

  public Variables with(String name, Value value) {
    return new Variables(root, new Binding(name, value, last), collation);
  }

  /// The same variables, for another document.
  public Variables of(Value document) {
    return new Variables(document, last, collation);
  }

  /// The same variables, where texts compare in another way.
  public Variables collated(Collation other) {
    return new Variables(root, last, other);
  }

  Value find(String name) {
    if (name.equals(ROOT)) {
      return root;
    }
    for (Binding each = last; each != null; each = each.outer()) {
      if (each.name().equals(name)) {
        return each.value();
      }
    }
    return Value.Undefined.UNDEFINED;
  }

  /// All of them by name, those named last before the others.
  public Map<String, Value> all() {
    Map<String, Value> all = new LinkedHashMap<>();
    for (Binding each = last; each != null; each = each.outer()) {
      all.putIfAbsent(each.name(), each.value());
    }
    return all;
  }
}
