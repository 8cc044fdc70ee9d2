// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.read;

import io.orrery.gateway.Scope;
import io.orrery.gateway.query.IndexUse;
import io.orrery.model.value.Value;
import io.orrery.plan.access.AccessPath;
import io.orrery.plan.access.Condition;
import org.jspecify.annotations.Nullable;

/// Where a read looks for documents.
///
/// @param condition what indexes can find of the filter
/// @param use the indexes that have everything that passes the filter
/// @param sort the order to read in: that which was asked for, or that of `_id` where this reads
///   less
/// @param rows the range of `_id` to read in its order, where documents lie so; null otherwise
public record ReadTarget(
    Scope scope,
    Condition condition,
    IndexUse use,
    Value.Document sort,
    AccessPath.@Nullable PrimaryRange rows) {

  /// All documents of a scope, by no index.
  static ReadTarget scan(Scope scope, Value.Document sort) {
    return new ReadTarget(scope, Condition.Anything.ANYTHING, IndexUse.NONE, sort, null);
  }
}
