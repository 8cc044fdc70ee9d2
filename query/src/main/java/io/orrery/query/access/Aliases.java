// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.access;

import io.orrery.model.key.IndexPath;
import io.orrery.model.value.Value;
import io.orrery.query.plan.Constants;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Where in an item the names of a FROM clause stand.
final class Aliases {
  private final Map<String, Optional<List<IndexPath.Segment>>> paths;

  private Aliases(Map<String, Optional<List<IndexPath.Segment>>> paths) {
    this.paths = paths;
  }

  /// The names of a query on a container, whose first source is the item.
  static Aliases of(@Nullable Source source) {
    Aliases aliases = new Aliases(new HashMap<>());
    if (source != null) {
      aliases.add(source, true);
    }
    return aliases;
  }

  /// These names and those of a query inside this one.
  Aliases with(@Nullable Source source) {
    Aliases inner = new Aliases(new HashMap<>(paths));
    if (source != null) {
      inner.add(source, false);
    }
    return inner;
  }

  private void add(Source source, boolean onContainer) {
    switch (source) {
      case Source.Aliased(Source.Collection collection, String alias) ->
          put(alias == null ? name(collection) : alias, path(collection, onContainer));
      case Source.Iterated(String alias, Source.Collection collection) -> {
        List<IndexPath.Segment> path = path(collection, onContainer);
        if (path != null) {
          path.add(IndexPath.Elements.ALL);
        }
        put(alias, path);
      }
      case Source.Join(Source left, Source right) -> {
        add(left, onContainer);
        add(right, false);
      }
    }
  }

  private void put(@Nullable String alias, @Nullable List<IndexPath.Segment> path) {
    if (alias != null) {
      paths.put(alias, Optional.ofNullable(path));
    }
  }

  private static @Nullable String name(Source.Collection collection) {
    return switch (collection) {
      case Source.Subquery _ -> null;
      case Source.Path(String root, List<Source.Step> steps, var _) ->
          steps.isEmpty()
              ? root
              : steps.getLast() instanceof Source.Name(String name, boolean _) ? name : null;
    };
  }

  private @Nullable List<IndexPath.Segment> path(
      Source.Collection collection, boolean onContainer) {
    if (!(collection instanceof Source.Path(String root, List<Source.Step> steps, var _))) {
      return null;
    }
    List<IndexPath.Segment> start = onContainer ? List.of() : find(root);
    if (start == null) {
      return null;
    }
    List<IndexPath.Segment> path = new ArrayList<>(start);
    for (Source.Step step : steps) {
      IndexPath.Segment segment =
          switch (step) {
            case Source.Name(String name, boolean _) -> name(name);
            case Source.Element _ -> IndexPath.Elements.ALL;
          };
      if (segment == null) {
        return null;
      }
      path.add(segment);
    }
    return path;
  }

  private @Nullable List<IndexPath.Segment> find(String alias) {
    return paths.getOrDefault(alias, Optional.empty()).orElse(null);
  }

  /// Where an expression's value stands in the item; null if it is computed.
  @Nullable List<IndexPath.Segment> path(Expression expression, Constants constants) {
    return switch (expression) {
      case Expression.Reference(String name, var _) -> {
        List<IndexPath.Segment> start = find(name);
        yield start == null ? null : new ArrayList<>(start);
      }
      case Expression.Member(Expression of, String name, boolean _, var _) ->
          extended(path(of, constants), name(name));
      case Expression.Indexed(Expression of, Expression index, _) ->
          extended(path(of, constants), segment(constants.fold(index)));
      case Expression.Literal _,
          Expression.Parameter _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _,
          Expression.Call _,
          Expression.Subquery _ ->
          null; // is computed
    };
  }

  private static @Nullable List<IndexPath.Segment> extended(
      @Nullable List<IndexPath.Segment> path, IndexPath.@Nullable Segment segment) {
    if (path == null || segment == null) {
      return null;
    }
    path.add(segment);
    return path;
  }

  private static IndexPath.@Nullable Segment segment(@Nullable Value index) {
    return switch (index) {
      case Value.Text(String name) -> name(name);
      case Value.Int32 _, Value.Int64 _, Value.Float64 _ -> IndexPath.Elements.ALL;
      case Value.Scalar _, Value.Composite _ -> null; // leads nowhere
      case null -> null; // not known before the query runs
    };
  }

  /// Index paths have no empty names.
  private static IndexPath.@Nullable Segment name(String name) {
    return name.isEmpty() ? null : new IndexPath.Name(name);
  }
}
