// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.value.Value;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import io.orrery.query.syntax.QueryError;
import io.orrery.query.syntax.QueryException;
import org.jspecify.annotations.Nullable;

/// How many of the rows are wanted, as numbers.
///
/// @param top null if the query has no TOP, like `offset` and `limit` without OFFSET LIMIT
public record Paging(@Nullable Long top, @Nullable Long offset, @Nullable Long limit) {
  public static final Paging NONE = new Paging(null, null, null);

  /// The service keeps them in 32 bits without sign.
  static final long COUNT_MAX = 0xFFFF_FFFFL;

  /// Reads the counts of a query; those that are parameters must be whole numbers as well.
  public static Paging of(Query query, Constants constants) {
    Expression top = query.select().top();
    Query.Window window = query.window();
    return new Paging(
        top == null ? null : count(top, Clause.TOP, constants),
        window == null ? null : count(window.offset(), Clause.OFFSET, constants),
        window == null ? null : count(window.limit(), Clause.LIMIT, constants));
  }

  private enum Clause {
    TOP("SC2060"),
    LIMIT("SC2061"),
    OFFSET("SC2062");

    private final String code;

    Clause(String code) {
      this.code = code;
    }
  }

  private static long count(Expression expression, Clause clause, Constants constants) {
    long count =
        constants.fold(expression) instanceof Value.Numeric number
            ? switch (number) {
              case Value.Int32(int value) -> value;
              case Value.Int64(long value) -> value;
              case Value.Float64(double value) when value == Math.rint(value) -> (long) value;
              case Value.Float64 _, Value.Decimal128 _, Value.Decimal _ -> -1;
            }
            : -1;
    if (count < 0 || count > COUNT_MAX) {
      String message =
          "The count value provided for a "
              + clause
              + " clause must be an integer from 0 to "
              + COUNT_MAX
              + ".";
      throw new QueryException(
          new QueryError(
              clause.code,
              message,
              expression instanceof Expression.Parameter parameter ? parameter.span() : null));
    }
    return count;
  }
}
