// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.Queries;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.query.evaluate.ItemView;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.lower.LoweredQuery;
import io.orrery.query.lower.SqlLowering;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.testkit.query.FixedSurroundings;
import java.util.Set;

/// Queries in SQL, given to the gateway as the SQL API gives them.
public final class SqlQueries {
  static final QuerySettings SETTINGS = QuerySettings.of(FixedSurroundings.ANY);

  private static final int PARALLELISM = 4;
  private static final SqlLowering LOWERING = new SqlLowering(SETTINGS, ItemView.BODIES, Set.of());

  private SqlQueries() {}

  static QueryPage page(
      Gateway gateway,
      ContainerHandle container,
      Query query,
      Scope scope,
      PageRequest page,
      RequestContext context) {
    LoweredQuery lowered = LOWERING.lower(query, query.hashCode());
    QueryRequest request =
        new QueryRequest(
            lowered.plan(), lowered.fingerprint(), lowered.binding(), scope, PARALLELISM);
    return new Queries(gateway).page(container, request, page, context);
  }

  /// A page of a query that selects whole items.
  public static Page<Row> items(
      Gateway gateway,
      ContainerHandle container,
      String query,
      Scope scope,
      PageRequest page,
      RequestContext context) {
    try (QueryPage found = page(gateway, container, Parser.parse(query), scope, page, context)) {
      return new Page<>(
          found.rows().stream().map(SqlQueries::row).toList(),
          found.continuation(),
          context.charge(),
          context.session());
    }
  }

  private static Row row(Result result) {
    return switch (result) {
      case Result.Whole(Row row) -> row;
      case Result.Computed computed ->
          throw new AssertionError("The query selects no items but " + computed.value());
    };
  }
}
