// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Expression.ArrayOf;
import io.orrery.query.syntax.Expression.Binary;
import io.orrery.query.syntax.Expression.BinaryOperator;
import io.orrery.query.syntax.Expression.Call;
import io.orrery.query.syntax.Expression.Entry;
import io.orrery.query.syntax.Expression.Literal;
import io.orrery.query.syntax.Expression.Member;
import io.orrery.query.syntax.Expression.ObjectOf;
import io.orrery.query.syntax.Expression.Reference;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryException;
import io.orrery.query.syntax.Span;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Builds the rows that clients expect from rewritten queries.
final class Rows {
  /// Clients put a condition in its place: `true`, or where to go on after a page.
  private static final Reference RESUME_FILTER =
      new Reference("({documentdb-formattableorderbyquery-filter})", Span.NONE);

  private Rows() {}

  /// The row of the query itself as one expression.
  static Expression payload(Query query) {
    return switch (query.select().projection()) {
      case Query.Star _ -> item(query);
      case Query.Single(Expression value) -> value;
      case Query.Properties(List<Query.Property> properties) -> {
        List<String> names = ExpressionTrees.names(properties);
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < properties.size(); i++) {
          entries.add(new Entry(names.get(i), properties.get(i).value()));
        }
        yield new ObjectOf(entries);
      }
    };
  }

  /// `SELECT c._rid, [{"item": key}, …] AS orderByItems, … AS payload`.
  static Query.Projection ordered(Query query, Expression payload) {
    List<Expression> keys = query.orderBy().stream().map(Query.Order::value).toList();
    return new Query.Properties(
        List.of(
            new Query.Property(new Member(item(query), "_rid", false), null),
            new Query.Property(items(keys), "orderByItems"),
            new Query.Property(payload, "payload")));
  }

  /// `[{"item": a}, {"item": b}]`
  static ArrayOf items(List<Expression> values) {
    return new ArrayOf(
        values.stream()
            .<Expression>map(value -> new ObjectOf(List.of(new Entry("item", value))))
            .toList());
  }

  /// The filter of the query and a place for the client's.
  static Expression resumable(@Nullable Expression where) {
    return where == null ? RESUME_FILTER : new Binary(BinaryOperator.AND, where, RESUME_FILTER);
  }

  /// The condition, and that the value is one: a row that is nothing is no row.
  static Expression defined(Expression condition, Expression value) {
    Call isDefined = new Call("IS_DEFINED", false, List.of(value), Span.NONE);
    return new Binary(BinaryOperator.AND, condition, isDefined);
  }

  static Literal number(long value) {
    return new Literal(
        value == (int) value ? new Value.Int32((int) value) : new Value.Int64(value));
  }

  /// The name of the items; only they have a `_rid`, parts of them do not.
  private static Reference item(Query query) {
    String alias = ExpressionTrees.alias(ExpressionTrees.sources(query.from()).getFirst());
    if (alias != null) {
      Reference reference = new Reference(alias, Span.NONE);
      if (Origin.Names.in(query).of(reference) == Origin.Place.ITEM) {
        return reference;
      }
    }
    throw new QueryException(RowErrors.notAPath());
  }
}
