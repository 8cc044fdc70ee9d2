// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import java.util.List;
import java.util.Optional;

/// Some rows of a query, and where the next ones are. A page may be empty though others follow.
///
/// @param newestFirst whether rows that are equal in the query's order come by descending rids
public record QueryPage(
    List<Result> rows, Optional<String> continuation, boolean newestFirst, QueryMetrics metrics) {
  public QueryPage {
    rows = List.copyOf(rows);
  }
}
