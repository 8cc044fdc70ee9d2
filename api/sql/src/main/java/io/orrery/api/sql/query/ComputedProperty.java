// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import io.orrery.api.sql.protocol.Refusals;
import io.orrery.query.syntax.Query;

/// A property that items only seem to have: the value of a query on each.
public final class ComputedProperty {
  private ComputedProperty() {}

  /// Reads the query of a computed property. Fails with INVALID_ARGUMENT if it is none.
  public static Query parse(String text) {
    Query query = ParsedQueries.parseWithoutParameters(text);
    boolean plain =
        query.select().projection() instanceof Query.Single
            && query.from() != null
            && query.where() == null
            && query.groupBy().isEmpty()
            && query.orderBy().isEmpty()
            && query.window() == null
            && query.select().top() == null
            && !query.select().distinct();
    if (!plain) {
      throw Refusals.invalid(
          "The query of a computed property must be SELECT VALUE and FROM, without further"
              + " clauses.");
    }
    return query;
  }
}
