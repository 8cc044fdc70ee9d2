// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.query;

import io.orrery.api.sql.protocol.SqlRequest;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.value.Value;
import io.orrery.plan.program.Budget;
import io.orrery.plan.program.MemoryBudget;
import io.orrery.query.evaluate.CompiledQuery;
import io.orrery.query.evaluate.Frame;
import io.orrery.query.evaluate.QueriedItem;
import io.orrery.query.evaluate.QuerySettings;
import io.orrery.query.plan.WholeSubquery;
import io.orrery.query.spatial.Geography;
import io.orrery.query.syntax.Query;
import java.util.List;

/// A query on resources other than items: databases, containers, offers, users, permissions,
/// scripts.
public final class ResourceQuery {
  private static final long MEMORY_MAX = 16L << 20;
  private static final long STEPS_MAX = 10_000_000;

  private final Query text;
  private final QuerySettings settings;
  private final CompiledQuery query;

  private ResourceQuery(Query text, QuerySettings settings) {
    this.text = text;
    this.settings = settings;
    this.query = CompiledQuery.compile(text, settings);
  }

  /// Fails with INVALID_ARGUMENT and everything that is wrong with the query.
  public static ResourceQuery parse(SqlRequest request) {
    QueryBody body = QueryBody.parse(request);
    var surroundings = QuerySurroundings.begin(request.clock(), Geography.EARTH);
    QuerySettings settings = QuerySettings.of(surroundings).withParameters(body.parameters());
    return new ResourceQuery(ParsedQueries.parse(body.text()), settings);
  }

  /// Whether the results are nothing but some of the resources, in their order.
  public boolean isFilter() {
    return WholeSubquery.of(text) == null
        && query.isStreaming()
        && query.projectsWholeItem()
        && query.offset() == 0
        && query.count() == Long.MAX_VALUE;
  }

  /// The resources that pass, for a query that [#isFilter()].
  public List<Value.Document> filter(List<Value.Document> resources) {
    Frame frame = query.frame(budget());
    return resources.stream()
        .filter(each -> !query.rows(QueriedItem.of(each), frame, _ -> false))
        .toList();
  }

  public List<Value> results(List<Value.Document> resources) {
    List<QueriedItem> items = resources.stream().map(QueriedItem::of).toList();
    return WholeSubquery.run(text, settings, items, budget());
  }

  private static Budget budget() {
    return new MemoryBudget(MEMORY_MAX, new Steps());
  }

  /// Resources are few: a query that takes this long goes in circles.
  private static final class Steps implements Runnable {
    private long checks;

    @Override
    public void run() {
      if (++checks * 1000 > STEPS_MAX) {
        throw new OrreryException(
            ErrorCode.LIMIT_EXCEEDED,
            "The query takes too long for a list of resources; write a simpler one.");
      }
    }
  }
}
