// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryError;
import io.orrery.query.syntax.Span;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/// What is wrong with the rows of a whole query: how they are aggregated and ordered. The service
/// looks at this only where nothing else is wrong.
final class RowErrors {
  private RowErrors() {}

  static List<QueryError> of(Query query) {
    List<QueryError> errors = new ArrayList<>();
    if (query.from() != null) {
      if (ExpressionTrees.projected(query).stream().anyMatch(RowErrors::isComposed)) {
        errors.add(error("", "Compositions of aggregates and other expressions are not allowed."));
      }
      order(query, errors);
    }
    return errors;
  }

  /// Whether something is calculated from an aggregate. Objects and arrays may hold some: that is
  /// how the ranges give clients their parts of one.
  private static boolean isComposed(Expression value) {
    boolean holdsOthers =
        value instanceof Expression.ArrayOf || value instanceof Expression.ObjectOf;
    return holdsOthers
        ? ExpressionTrees.children(value).stream().anyMatch(RowErrors::isComposed)
        : (Aggregate.of(value) == null && ExpressionTrees.hasAggregate(value));
  }

  /// The rows are ordered by an index, so by paths; groups by what they have in common. A single
  /// row of aggregates has no order, whatever it is.
  private static void order(Query query, List<QueryError> errors) {
    if (!query.groupBy().isEmpty()) {
      if (!query.orderBy().stream().allMatch(order -> isGroupKey(order, query))) {
        errors.add(
            error(
                "",
                "'ORDER BY' is only supported with expressions of GROUP BY in presence of GROUP"
                    + " BY."));
      }
      return;
    }
    if (ExpressionTrees.hasAggregate(query)) {
      return;
    }
    Origin.Names names = Origin.Names.in(query);
    Set<Origin> origins = new HashSet<>();
    query.orderBy().forEach(order -> origins.add(names.of(order.value())));
    if (!Set.of(Origin.Place.ITEM, Origin.Place.PATH, Origin.Place.ELEMENT).containsAll(origins)) {
      errors.add(notAPath());
    } else if (origins.contains(Origin.Place.ELEMENT)) {
      errors.add(error("2206", "Order-by over correlated collections is not supported."));
    }
  }

  private static boolean isGroupKey(Query.Order order, Query query) {
    return query.groupBy().stream().anyMatch(key -> ExpressionTrees.same(key, order.value()));
  }

  static QueryError notAPath() {
    return error(
        "2206",
        "Unsupported ORDER BY clause. ORDER BY item expression could not be mapped to a document"
            + " path.");
  }

  private static QueryError error(String code, String message) {
    return new QueryError(code, message, (Span) null);
  }
}
