// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.query;

import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.QueryPreparation;
import io.orrery.gateway.query.QueryRequest;
import io.orrery.gateway.query.Result;
import io.orrery.query.evaluate.Settings;
import io.orrery.query.evaluate.StoredItem;
import io.orrery.query.evaluate.SystemProperties;
import io.orrery.query.syntax.Parser;
import io.orrery.query.syntax.Query;
import io.orrery.testkit.query.FixedSurroundings;
import java.util.Set;

/// Queries in SQL, given to the gateway as the SQL API gives them.
public final class SqlQueries {
  static final Settings SETTINGS = Settings.of(FixedSurroundings.ANY);

  private static final int PARALLELISM = 4;
  private static final QueryPreparation PREPARATION =
      new QueryPreparation(SETTINGS, SqlQueries::item, Set.of());

  private SqlQueries() {}

  private static io.orrery.query.evaluate.Item item(Row row) {
    return new StoredItem(row.item().body(), SystemProperties.NONE);
  }

  static QueryPage page(
      Gateway gateway,
      ContainerHandle container,
      Query query,
      Scope scope,
      PageRequest page,
      RequestContext context) {
    QueryRequest request = PREPARATION.prepare(query, query.hashCode(), scope, PARALLELISM);
    return gateway.query(container, request, page, context);
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
