// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// How a client runs a query over the ranges of a container. Exactly one of `info` and `hybrid` is
/// there.
///
/// @param hybrid for queries that rank by relevance
public record QueryPlan(
    @Nullable QueryInfo info, @Nullable HybridSearch hybrid, List<QueryRange> ranges) {
  public QueryPlan {
    ranges = List.copyOf(ranges);
  }
}
