// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What is left to do with the rows of all ranges, and the query that the ranges run.
///
/// @param aggregates of `SELECT VALUE`; those of properties are in the grouping
/// @param distinctCountAlias the name of the row's only property, empty for `SELECT VALUE`, if the
///   query counts distinct rows; null if it does not
/// @param rewrittenQuery empty if the ranges run the query as it is
public record QueryInfo(
    DistinctType distinct,
    Paging paging,
    Ordering ordering,
    Grouping grouping,
    List<Aggregate> aggregates,
    boolean selectValue,
    @Nullable String distinctCountAlias,
    String rewrittenQuery) {
  public QueryInfo {
    aggregates = List.copyOf(aggregates);
  }

  /// Whether the rows of ranges are parts of aggregates or groups.
  public boolean mergesAggregates() {
    return !aggregates.isEmpty() || !grouping.equals(Grouping.NONE);
  }
}
