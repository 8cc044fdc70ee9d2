// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.query.syntax.Expression;
import io.orrery.query.syntax.Query;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Divides the work of a query between the ranges of a container and the client that puts their
/// rows together. Which rows a client expects for which kind of query is fixed by the clients that
/// exist; the forms here are those the service gives them.
public final class Planner {
  private final Query query;
  private final Paging paging;

  /// Whether all rows come from one logical partition, so from one range.
  private final boolean singlePartition;

  private Planner(Query query, Paging paging, boolean singlePartition) {
    this.query = query;
    this.paging = paging;
    this.singlePartition = singlePartition;
  }

  /// The plan of a query that [Binder] finds nothing wrong with. Fails if the query needs more than
  /// the features that the client has.
  public static QueryPlan plan(
      Query query,
      Constants constants,
      PartitionKeyDefinition definition,
      Set<QueryFeature> features) {
    return plan(query, constants, definition, features, false);
  }

  /// The same for a client that may have named the partition key it wants rows of.
  public static QueryPlan plan(
      Query query,
      Constants constants,
      PartitionKeyDefinition definition,
      Set<QueryFeature> features,
      boolean keyIsNamed) {
    if (query.from() == null) {
      return new QueryPlan(asItIs(query), List.of(QueryRange.NOWHERE));
    }
    Query counted = DistinctCount.counted(query);
    KeyRanges keys = KeyRanges.of(counted == null ? query : counted, definition, constants);
    Paging paging = Paging.of(query, constants);
    QueryInfo info =
        counted == null
            ? new Planner(query, paging, keyIsNamed || keys.isSinglePartition(definition)).info()
            : DistinctCount.info(query, counted);
    QueryPlan plan = new QueryPlan(info, keys.ranges(definition));
    NeededFeatures.require(plan, features);
    return plan;
  }

  private QueryInfo info() {
    String unmergeable = unmergeable();
    if (unmergeable != null) {
      if (singlePartition) {
        return asItIs(query);
      }
      throw new OrreryException(
          ErrorCode.NOT_SUPPORTED,
          unmergeable + " has no plan for more than one partition; let the server run the query.");
    }
    if (!query.groupBy().isEmpty() || ExpressionTrees.hasAggregate(query)) {
      return GroupPlanner.plan(query, paging);
    }
    return query.orderBy().isEmpty() ? unordered() : ordered();
  }

  /// A query that runs once, wherever that is.
  private static QueryInfo asItIs(Query query) {
    return new QueryInfo(
        DistinctType.NONE,
        Paging.NONE,
        Ordering.NONE,
        Grouping.NONE,
        List.of(),
        isValue(query),
        null,
        "");
  }

  static boolean isValue(Query query) {
    return query.select().projection() instanceof Query.Single;
  }

  /// What clients cannot put together from the rows of ranges; null if they can do all of it.
  ///
  /// The rows of a subquery over the container come from each range alone, so it may not need all
  /// of them at once. Groups that clients merge come in no order: some keep them in hash tables.
  private @Nullable String unmergeable() {
    if (WholeSubquery.ofSource(query) != null && !DistinctRows.areMergedBy(query)) {
      return "A subquery over the whole container with DISTINCT, TOP, OFFSET LIMIT, ORDER BY, GROUP"
          + " BY or aggregates";
    }
    return query.groupBy().isEmpty() || query.orderBy().isEmpty() ? null : "GROUP BY with ORDER BY";
  }

  private QueryInfo unordered() {
    boolean distinct = query.select().distinct() || DistinctRows.areMergedBy(query);
    boolean paged = paging.top() != null || paging.offset() != null;
    if (singlePartition && !distinct && paging.offset() != null) {
      return asItIs(query);
    }
    RewrittenQuery original = new RewrittenQuery(query);
    String rewritten = "";
    if (distinct && paged) {
      rewritten = original.withoutPaging().text();
    } else if (paging.offset() != null) {
      rewritten = original.unskipped(paging).text();
    }
    return new QueryInfo(
        distinct ? DistinctType.UNORDERED : DistinctType.NONE,
        paging,
        Ordering.NONE,
        Grouping.NONE,
        List.of(),
        isValue(query),
        null,
        rewritten);
  }

  private QueryInfo ordered() {
    Ordering ordering = Ordering.of(query.orderBy());
    Expression where = Rows.resumable(query.where());
    if (query.select().projection() instanceof Query.Single(Expression value)) {
      where = Rows.defined(where, value);
    }
    RewrittenQuery rewritten =
        new RewrittenQuery(query).select(Rows.ordered(query, Rows.payload(query))).where(where);
    return new QueryInfo(
        distinctType(),
        paging,
        ordering,
        Grouping.NONE,
        List.of(),
        isValue(query),
        null,
        (query.select().distinct() ? rewritten.withoutPaging() : rewritten.unskipped(paging))
            .text());
  }

  /// Equal rows follow each other if the rows are made of the first keys of the order.
  private DistinctType distinctType() {
    if (!query.select().distinct()) {
      return DistinctType.NONE;
    }
    List<Expression> projected = ExpressionTrees.projected(query);
    List<Expression> keys =
        query.orderBy().stream().limit(projected.size()).map(Query.Order::value).toList();
    boolean ordered =
        !projected.isEmpty()
            && projected.stream().allMatch(value -> contains(keys, value))
            && keys.stream().allMatch(key -> contains(projected, key));
    return ordered ? DistinctType.ORDERED : DistinctType.UNORDERED;
  }

  private static boolean contains(List<Expression> expressions, Expression sought) {
    return expressions.stream().anyMatch(expression -> ExpressionTrees.same(expression, sought));
  }
}
