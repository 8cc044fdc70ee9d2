// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.key.IndexPath;
import io.orrery.plan.access.Condition;
import io.orrery.query.access.Conditions;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Item;
import io.orrery.query.evaluate.Settings;
import io.orrery.query.plan.Constants;
import io.orrery.query.plan.WholeSubquery;
import io.orrery.query.syntax.Query;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/// Makes a query that was read ready to run.
///
/// @param settings what the query needs besides its text
/// @param item an item as queries see it
/// @param absent properties that items seem to have but are not stored in them
public record QueryPreparation(Settings settings, Function<Row, Item> item, Set<String> absent) {

  /// Fails with INVALID_ARGUMENT, NOT_SUPPORTED or LIMIT_EXCEEDED for what cannot be evaluated.
  ///
  /// @param fingerprint the same for the same text and parameters
  public QueryRequest prepare(Query query, long fingerprint, Scope scope, int parallelism) {
    WholeSubquery whole = WholeSubquery.of(query);
    return whole == null
        ? onItems(query, fingerprint, scope, parallelism)
        : onRows(whole, fingerprint, scope, parallelism);
  }

  private QueryRequest onRows(WholeSubquery query, long fingerprint, Scope scope, int parallelism) {
    return new QueryRequest(
        CompiledQuery.compile(query.outer(), settings),
        Condition.Anything.ANYTHING,
        List.of(),
        null,
        fingerprint,
        fingerprint,
        scope,
        item,
        absent,
        prepare(query.inner(), fingerprint, scope, parallelism),
        parallelism);
  }

  private QueryRequest onItems(Query query, long fingerprint, Scope scope, int parallelism) {
    Constants constants = Constants.of(settings);
    List<QueryRequest.Sort> order =
        query.orderBy().stream()
            .map(each -> new QueryRequest.Sort(path(query, each, constants), each.descending()))
            .toList();
    Set<String> unindexed = new HashSet<>(absent);
    unindexed.addAll(settings.computedProperties().keySet());
    Condition condition = Conditions.of(query, constants);
    return new QueryRequest(
        CompiledQuery.compile(query, settings),
        condition,
        order,
        Shortcut.of(query, condition, constants),
        fingerprint,
        Binding.of(query, order, fingerprint),
        scope,
        item,
        unindexed,
        null,
        parallelism);
  }

  private static @Nullable List<IndexPath.Segment> path(
      Query query, Query.Order order, Constants constants) {
    return Conditions.path(query, order.value(), constants);
  }
}
