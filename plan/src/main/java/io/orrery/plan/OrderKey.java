// SPDX-License-Identifier: Apache-2.0
package io.orrery.plan;

import io.orrery.model.key.IndexPath;
import io.orrery.plan.expression.PlanExpression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// One key of an order.
///
/// @param path where in the item its value stands, so that an index may have the order; null if it
///   is computed
public record OrderKey(
    PlanExpression value, @Nullable List<IndexPath.Segment> path, boolean descending) {
  public OrderKey {
    path = path == null ? null : List.copyOf(path);
  }
}
