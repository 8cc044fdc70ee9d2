// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Where a value comes from: an order can only follow what stands at one place of the item, also if
/// subqueries hand it on.
sealed interface Origin {
  /// A value of the item, one of an array of it, or one that is made of such values.
  enum Place implements Origin {
    ITEM,
    PATH,
    ELEMENT,
    COMPUTED
  }

  /// An object whose properties may come from somewhere.
  record Built(Map<String, Expression> properties, Names names) implements Origin {}

  /// What the names of a query stand for.
  record Names(Map<String, Origin> origins) {
    static Names in(Query query) {
      return inside(new Names(Map.of()), query.from());
    }

    private static Names inside(Names around, @Nullable Source from) {
      Names names = new Names(new HashMap<>(around.origins));
      List<Source> sources = ExpressionTrees.sources(from);
      for (int i = 0; i < sources.size(); i++) {
        String alias = ExpressionTrees.alias(sources.get(i));
        if (alias != null) {
          names.origins.put(alias, names.of(sources.get(i), i == 0));
        }
      }
      return names;
    }

    private Origin of(Source source, boolean first) {
      return switch (source) {
        case Source.Aliased(Source.Path path, _) -> {
          Origin root = first ? origins.getOrDefault(path.root(), Place.ITEM) : of(path.root());
          yield path.steps().isEmpty() ? root : inside(root);
        }
        case Source.Aliased(Source.Subquery(Query query), _) -> of(query);
        case Source.Iterated _ -> Place.ELEMENT;
        case Source.Join _ -> throw new IllegalArgumentException("a join is no single source");
      };
    }

    private Origin of(String name) {
      return origins.getOrDefault(name, Place.COMPUTED);
    }

    /// The origin of the only rows of a subquery.
    private Origin of(Query query) {
      if (!query.groupBy().isEmpty() || ExpressionTrees.hasAggregate(query)) {
        return Place.COMPUTED;
      }
      Names inner = inside(this, query.from());
      return switch (query.select().projection()) {
        case Query.Star _ -> {
          String alias = query.from() == null ? null : ExpressionTrees.alias(query.from());
          yield alias == null ? Place.COMPUTED : inner.of(alias);
        }
        case Query.Single(Expression value) -> inner.of(value);
        case Query.Properties(List<Query.Property> properties) -> {
          List<String> names = ExpressionTrees.names(properties);
          Map<String, Expression> values = new HashMap<>();
          for (int i = 0; i < names.size(); i++) {
            values.put(names.get(i), properties.get(i).value());
          }
          yield new Built(values, inner);
        }
      };
    }

    Origin of(Expression expression) {
      return switch (expression) {
        case Expression.Reference reference -> of(reference.name());
        case Expression.Member member ->
            of(member.of()) instanceof Built(Map<String, Expression> properties, Names names)
                ? property(properties.get(member.name()), names)
                : inside(of(member.of()));
        case Expression.Indexed(Expression of, Expression index, _) ->
            index instanceof Expression.Literal ? inside(of(of)) : Place.COMPUTED;
        case Expression.ObjectOf(List<Entry> entries) -> {
          Map<String, Expression> values = new HashMap<>();
          entries.forEach(entry -> values.put(entry.name(), entry.value()));
          yield new Built(values, this);
        }
        case Expression.Literal _,
            Expression.Parameter _,
            Expression.ArrayOf _,
            Expression.Unary _,
            Expression.Binary _,
            Expression.Conditional _,
            Expression.Between _,
            Expression.In _,
            Expression.Like _,
            Expression.Call _,
            Expression.Subquery _ ->
            Place.COMPUTED;
      };
    }

    private static Origin property(@Nullable Expression value, Names names) {
      return value == null ? Place.COMPUTED : names.of(value);
    }

    /// The origin of a property or element of something.
    private static Origin inside(Origin of) {
      return of == Place.ITEM || of == Place.PATH
          ? Place.PATH
          : of == Place.ELEMENT ? Place.ELEMENT : Place.COMPUTED;
    }
  }
}
