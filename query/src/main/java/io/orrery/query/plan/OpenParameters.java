// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.Source;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Tells the queries that can be compiled before the values of their parameters are known: these
/// are compared and calculated with in the filter, and nowhere else. A list of candidates or a
/// pattern is worth looking at once, before the first row; windows have to be numbers. No functions
/// are called but aggregates, since others may know the time or the container.
public final class OpenParameters {
  private OpenParameters() {}

  public static boolean allowed(Query query) {
    return !query.rank()
        && WholeSubquery.of(query) == null
        && isPlain(query.from())
        && (query.select().top() == null || query.select().top() instanceof Expression.Literal)
        && (query.window() == null || isPlain(query.window()))
        && ExpressionTrees.projected(query).stream().allMatch(OpenParameters::isPlain)
        && query.groupBy().stream().allMatch(OpenParameters::isPlain)
        && query.orderBy().stream().allMatch(order -> isPlain(order.value()))
        && (query.where() == null || isOpen(query.where()));
  }

  private static boolean isPlain(@Nullable Source from) {
    return ExpressionTrees.sources(from).stream()
        .allMatch(
            source ->
                switch (source) {
                  case Source.Aliased(Source.Collection collection, _) ->
                      collection instanceof Source.Path;
                  case Source.Iterated(_, Source.Collection collection) ->
                      collection instanceof Source.Path;
                  case Source.Join _ -> false;
                });
  }

  private static boolean isPlain(Query.Window window) {
    return window.offset() instanceof Expression.Literal
        && window.limit() instanceof Expression.Literal;
  }

  /// Whether parameters stand only where any value will do.
  private static boolean isOpen(Expression expression) {
    return switch (expression) {
      case Expression.Parameter _ -> true;
      case Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _ ->
          ExpressionTrees.children(expression).stream().allMatch(OpenParameters::isOpen);
      case Expression.Literal _,
          Expression.Reference _,
          Expression.Step _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.In _,
          Expression.Like _,
          Expression.Call _,
          Expression.Subquery _ ->
          isPlain(expression);
    };
  }

  /// Whether there are no parameters, and nothing else that is known later.
  private static boolean isPlain(Expression expression) {
    return switch (expression) {
      case Expression.Parameter _, Expression.Subquery _ -> false;
      case Expression.Call call -> Aggregate.of(call) != null && arePlain(call.arguments());
      case Expression.Literal _,
          Expression.Reference _,
          Expression.Step _,
          Expression.ArrayOf _,
          Expression.ObjectOf _,
          Expression.Unary _,
          Expression.Binary _,
          Expression.Conditional _,
          Expression.Between _,
          Expression.In _,
          Expression.Like _ ->
          arePlain(ExpressionTrees.children(expression));
    };
  }

  private static boolean arePlain(List<Expression> expressions) {
    return expressions.stream().allMatch(OpenParameters::isPlain);
  }
}
