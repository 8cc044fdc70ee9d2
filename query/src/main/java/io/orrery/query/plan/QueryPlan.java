// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.List;

/// How a client runs a query over the ranges of a container.
public record QueryPlan(QueryInfo info, List<QueryRange> ranges) {
  public QueryPlan {
    ranges = List.copyOf(ranges);
  }
}
