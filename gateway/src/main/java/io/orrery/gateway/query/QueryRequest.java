// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Scope;
import io.orrery.plan.Plan;
import io.orrery.plan.access.AccessPath;
import org.jspecify.annotations.Nullable;

/// A query on a container, ready to run.
///
/// @param fingerprint the same for the same query
/// @param binding the same for all queries that may go on with each other's continuations
/// @param parallelism how many partitions may be read at once
/// @param rows where the scope is one logical partition whose row keys are in the order of the
///   plan: those of them that may match, so that no index is needed for the order; null otherwise
/// @param use which declared indexes it may use
public record QueryRequest(
    Plan plan,
    long fingerprint,
    long binding,
    Scope scope,
    int parallelism,
    AccessPath.@Nullable PrimaryRange rows,
    IndexUse use) {

  /// A query that uses no declared index.
  public QueryRequest(
      Plan plan,
      long fingerprint,
      long binding,
      Scope scope,
      int parallelism,
      AccessPath.@Nullable PrimaryRange rows) {
    this(plan, fingerprint, binding, scope, parallelism, rows, IndexUse.NONE);
  }

  /// A query whose order, if it has one, has nothing to do with row keys.
  public QueryRequest(Plan plan, long fingerprint, long binding, Scope scope, int parallelism) {
    this(plan, fingerprint, binding, scope, parallelism, null);
  }

  /// The same, one partition after the other, all of it on the thread that asks.
  public QueryRequest onOneThread() {
    return new QueryRequest(plan, fingerprint, binding, scope, 1, rows, use);
  }
}
