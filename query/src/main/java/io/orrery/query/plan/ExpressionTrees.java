// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Looks into trees of expressions.
final class ExpressionTrees {
  private ExpressionTrees() {}

  /// The expressions directly inside one; the query of a subquery is not looked into.
  static List<Expression> children(Expression expression) {
    return switch (expression) {
      case Expression.Literal _,
          Expression.Parameter _,
          Expression.Reference _,
          Expression.Subquery _ ->
          List.of();
      case Member member -> List.of(member.of());
      case Expression.Indexed(Expression of, Expression index, _) -> List.of(of, index);
      case Expression.ArrayOf(List<Expression> elements) -> elements;
      case Expression.ObjectOf(List<Entry> entries) -> entries.stream().map(Entry::value).toList();
      case Expression.Unary unary -> List.of(unary.operand());
      case Expression.Binary binary -> List.of(binary.left(), binary.right());
      case Expression.Conditional(Expression condition, Expression yes, Expression no) ->
          List.of(condition, yes, no);
      case Expression.Between between -> List.of(between.operand(), between.low(), between.high());
      case Expression.In in -> {
        List<Expression> all = new ArrayList<>(List.of(in.operand()));
        all.addAll(in.candidates());
        yield all;
      }
      case Expression.Like like -> List.of(like.operand(), like.pattern());
      case Expression.Call call -> call.arguments();
    };
  }

  static boolean hasAggregate(Expression expression) {
    return Aggregate.of(expression) != null
        || children(expression).stream().anyMatch(ExpressionTrees::hasAggregate);
  }

  /// Whether the query has aggregates of its own, not only those of its subqueries.
  static boolean hasAggregate(Query query) {
    return projected(query).stream().anyMatch(ExpressionTrees::hasAggregate);
  }

  /// What the rows are made of; nothing for `SELECT *`.
  static List<Expression> projected(Query query) {
    return switch (query.select().projection()) {
      case Query.Star _ -> List.of();
      case Query.Single(Expression value) -> List.of(value);
      case Query.Properties(List<Query.Property> properties) ->
          properties.stream().map(Query.Property::value).toList();
    };
  }

  /// The names that the properties of the rows get: what is written, else the last name of the
  /// path, else `$1`, `$2` and so on.
  static List<String> names(List<Query.Property> properties) {
    List<String> names = new ArrayList<>();
    int unnamed = 0;
    for (Query.Property property : properties) {
      String name = property.alias() != null ? property.alias() : property.value().lastName();
      names.add(name != null ? name : "$" + ++unnamed);
    }
    return names;
  }

  /// The name under which a source is known; null if it has none.
  static @Nullable String alias(Source source) {
    return switch (source) {
      case Source.Iterated(String alias, _) -> alias;
      case Source.Aliased(Source.Collection collection, String alias) ->
          alias != null ? alias : lastName(collection);
      case Source.Join _ -> null;
    };
  }

  private static @Nullable String lastName(Source.Collection collection) {
    return switch (collection) {
      case Source.Subquery _ -> null;
      case Source.Path path when path.steps().isEmpty() -> path.root();
      case Source.Path path ->
          path.steps().getLast() instanceof Source.Name(String name, _) ? name : null;
    };
  }

  /// The sources from left to right.
  static List<Source> sources(@Nullable Source from) {
    List<Source> sources = new ArrayList<>();
    Source rest = from;
    while (rest instanceof Source.Join(Source left, Source right)) {
      sources.addFirst(right);
      rest = left;
    }
    if (rest != null) {
      sources.addFirst(rest);
    }
    return sources;
  }

  /// Whether an expression is a name and steps to properties and elements of it.
  static boolean isPath(Expression expression) {
    return switch (expression) {
      case Expression.Reference _ -> true;
      case Member member -> isPath(member.of());
      case Expression.Indexed(Expression of, Expression index, _) ->
          index instanceof Expression.Literal && isPath(of);
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
          false;
    };
  }

  /// Whether two expressions say the same; `c.a` and `c["a"]` do.
  static boolean same(Expression one, Expression other) {
    if (one instanceof Member(Expression of, String name, _, _)
        && other instanceof Member(Expression otherOf, String otherName, _, _)) {
      return name.equals(otherName) && same(of, otherOf);
    }
    return one.equals(other);
  }
}
