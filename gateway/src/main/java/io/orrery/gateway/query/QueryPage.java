// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import java.util.List;
import java.util.Optional;

/// Some rows of a query, and where the next ones are. A page may be empty though others follow.
public record QueryPage(List<Result> rows, Optional<String> continuation, QueryMetrics metrics) {
  public QueryPage {
    rows = List.copyOf(rows);
  }
}
