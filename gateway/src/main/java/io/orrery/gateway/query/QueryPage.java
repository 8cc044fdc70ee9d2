// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.partition.fragment.QueryBudget;
import java.util.List;
import java.util.Optional;

/// Some rows of a query, and where the next ones are. A page may be empty though others follow.
/// Close it when its rows are not needed any more: they count as memory of queries.
///
/// @param newestFirst whether rows that are equal in the query's order come by descending rids
/// @param memory what the rows take
public record QueryPage(
    List<Result> rows,
    Optional<String> continuation,
    boolean newestFirst,
    QueryMetrics metrics,
    QueryBudget memory)
    implements AutoCloseable {
  public QueryPage {
    rows = List.copyOf(rows);
  }

  @Override
  public void close() {
    memory.close();
  }
}
