// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.key.IndexPath;
import io.orrery.plan.access.Condition;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Item;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// A query on a container, ready to run.
///
/// @param condition what is true of every item the query selects
/// @param order the paths of ORDER BY; null for one that is no path of the item
/// @param shortcut what the index alone may answer; null if nothing
/// @param fingerprint the same for the same query
/// @param binding the same for all queries that may go on with each other's continuations
/// @param item the item as the query sees it
/// @param absent properties that items seem to have but are not stored in them
/// @param inner what runs over the container first, if the query is about its rows; else null
/// @param parallelism how many partitions may be read at once
public record QueryRequest(
    CompiledQuery query,
    Condition condition,
    List<Sort> order,
    @Nullable Shortcut shortcut,
    long fingerprint,
    long binding,
    Scope scope,
    Function<Row, Item> item,
    Set<String> absent,
    @Nullable QueryRequest inner,
    int parallelism) {

  /// One key of ORDER BY.
  public record Sort(@Nullable List<IndexPath.Segment> path, boolean descending) {}

  public QueryRequest {
    order = List.copyOf(order);
    absent = Set.copyOf(absent);
  }

  /// The same, one partition after the other, all of it on the thread that asks.
  public QueryRequest onOneThread() {
    return new QueryRequest(
        query,
        condition,
        order,
        shortcut,
        fingerprint,
        binding,
        scope,
        item,
        absent,
        inner == null ? null : inner.onOneThread(),
        1);
  }
}
