// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.evaluate;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// What the parts of one query share while they are compiled.
final class Compilation {
  /// How deep expressions and subqueries may nest; chains of AND and OR count once. More than any
  /// text may, for trees that come from elsewhere.
  private static final int DEPTH_MAX = 1000;

  private final QuerySettings settings;
  private final boolean hasItems;
  private final ExpressionCompiler expressions;
  private final SelectCompiler selects;
  private int slots;
  private int depth;
  private boolean computedProperties = true;

  /// The parameters whose values come later, in the order of their numbers; null if they are known.
  private final @Nullable List<String> open;

  /// The name under which the query first speaks of the container's items.
  private @Nullable String rootName;

  /// @param hasItems whether there are items at all: the query has a FROM
  /// @param open gets the parameters, if their values are not known yet; null if they are
  Compilation(QuerySettings settings, boolean hasItems, @Nullable List<String> open) {
    this.settings = settings;
    this.hasItems = hasItems;
    this.open = open;
    this.expressions = new ExpressionCompiler(this);
    this.selects = new SelectCompiler(this);
  }

  QuerySettings settings() {
    return settings;
  }

  Evaluation expression(Expression expression, SourceScope scope) {
    return expressions.compile(expression, scope);
  }

  Select select(Query query, @Nullable SourceScope outer) {
    enter();
    Select select = selects.compile(query, outer);
    leave();
    return select;
  }

  int newSlot() {
    return slots++;
  }

  int slots() {
    return slots;
  }

  void enter() {
    if (++depth > DEPTH_MAX) {
      throw QueryRefusals.limit(
          "The query nests deeper than " + DEPTH_MAX + " levels; write it in a flatter way.");
    }
  }

  void leave() {
    depth--;
  }

  /// Whether a name that no source has stands for the container's items.
  boolean isRoot(String name) {
    if (!hasItems) {
      return false;
    }
    if (rootName == null) {
      rootName = name;
    }
    return name.equals(rootName) || name.equalsIgnoreCase("root");
  }

  /// Undefined if no value comes with the query, as in the service: optional filters build on it.
  Evaluation parameter(String name) {
    if (open == null) {
      return new Evaluation.Constant(settings.parameter(name));
    }
    if (!open.contains(name)) {
      open.add(name);
    }
    return new Evaluation.Parameter(open.indexOf(name));
  }

  /// The value of a property that items only seem to have; null if it is not one of those.
  @Nullable Evaluation computedProperty(String name) {
    Map<String, Query> queries = settings.computedProperties();
    Query query = computedProperties ? queries.get(name) : null;
    if (query == null) {
      return null;
    }
    // A computed property sees only what the item really has.
    computedProperties = false;
    String outerName = rootName;
    rootName = null;
    Select select = select(query, new SourceScope(null));
    rootName = outerName;
    computedProperties = true;
    return Subqueries.scalar(select);
  }
}
