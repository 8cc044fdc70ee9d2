// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Scope;
import io.orrery.plan.Plan;

/// A query on a container, ready to run.
///
/// @param fingerprint the same for the same query
/// @param binding the same for all queries that may go on with each other's continuations
/// @param parallelism how many partitions may be read at once
public record QueryRequest(
    Plan plan, long fingerprint, long binding, Scope scope, int parallelism) {

  /// The same, one partition after the other, all of it on the thread that asks.
  public QueryRequest onOneThread() {
    return new QueryRequest(plan, fingerprint, binding, scope, 1);
  }
}
