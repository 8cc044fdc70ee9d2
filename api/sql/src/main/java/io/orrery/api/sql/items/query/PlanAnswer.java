// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Json;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.query.QueryBody;
import io.orrery.model.value.Value;
import io.orrery.query.plan.Aggregate;
import io.orrery.query.plan.HybridSearch;
import io.orrery.query.plan.Planner;
import io.orrery.query.plan.QueryFeature;
import io.orrery.query.plan.QueryInfo;
import io.orrery.query.plan.QueryPlan;
import io.orrery.query.plan.QueryRange;
import io.orrery.query.syntax.Query;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// The plan by which an SDK runs a query over ranges itself.
final class PlanAnswer {
  private static final int VERSION = 2;

  private PlanAnswer() {}

  static Answer of(ItemRequest request, Query query, QueryBody body) {
    QueryPlan plan =
        Planner.plan(query, body.parameters(), request.handle().definition(), features(request));
    return Answer.json(200, json(plan));
  }

  /// What the client says it can do; one that says nothing can do everything.
  private static Set<QueryFeature> features(ItemRequest request) {
    return request
        .sql()
        .header(Names.SUPPORTED_FEATURES)
        .map(PlanAnswer::parse)
        .orElseGet(() -> EnumSet.allOf(QueryFeature.class));
  }

  private static Set<QueryFeature> parse(String list) {
    Set<QueryFeature> features = EnumSet.noneOf(QueryFeature.class);
    Arrays.stream(list.split(","))
        .forEach(name -> QueryFeature.find(name.strip()).ifPresent(features::add));
    return features;
  }

  private static Value json(QueryPlan plan) {
    return Json.object()
        .put("partitionedQueryExecutionInfoVersion", VERSION)
        .put("queryInfo", plan.info() == null ? Value.Null.NULL : json(plan.info()))
        .put("queryRanges", plan.ranges().stream().map(PlanAnswer::json).toList())
        .put("hybridSearchQueryInfo", json(plan.hybrid()))
        .build();
  }

  private static Value json(QueryInfo info) {
    Json groups = Json.object();
    info.grouping()
        .aggregates()
        .forEach(
            (alias, aggregate) ->
                groups.put(
                    alias,
                    aggregate
                        .<Value>map(each -> new Value.Text(each.planName()))
                        .orElse(Value.Null.NULL)));
    return Json.object()
        .put("distinctType", info.distinct().toString())
        .put("top", number(info.paging().top()))
        .put("offset", number(info.paging().offset()))
        .put("limit", number(info.paging().limit()))
        .put("orderBy", directions(info))
        .put("orderByExpressions", Json.texts(info.ordering().expressions()))
        .put("groupByExpressions", Json.texts(info.grouping().expressions()))
        .put("groupByAliases", Json.texts(info.grouping().aliases()))
        .put("aggregates", Json.texts(info.aggregates().stream().map(Aggregate::planName).toList()))
        .put("groupByAliasToAggregateType", groups)
        .put("rewrittenQuery", info.rewrittenQuery())
        .put("hasSelectValue", info.selectValue())
        .put("dCountInfo", distinctCount(info))
        .put("hasNonStreamingOrderBy", !info.ordering().streaming())
        .build();
  }

  private static Value directions(QueryInfo info) {
    return Json.texts(
        info.ordering().descending().stream()
            .map(descending -> descending ? "Descending" : "Ascending")
            .toList());
  }

  private static Value distinctCount(QueryInfo info) {
    String alias = info.distinctCountAlias();
    return alias == null ? Value.Null.NULL : Json.object().put("dCountAlias", alias).build();
  }

  private static Value number(@Nullable Long value) {
    return value == null ? Value.Null.NULL : new Value.Int64(value);
  }

  private static Value json(QueryRange range) {
    return Json.object()
        .put("min", range.min().toString())
        .put("max", range.max().toString())
        .put("isMinInclusive", true)
        .put("isMaxInclusive", range.isPoint())
        .build();
  }

  private static Value json(@Nullable HybridSearch search) {
    if (search == null) {
      return Value.Null.NULL;
    }
    return Json.object()
        .put("globalStatisticsQuery", search.globalStatisticsQuery())
        .put("componentQueryInfos", List.of(json(search.component())))
        .put("componentWithoutPayloadQueryInfos", List.of())
        .put("projectionQueryInfo", Value.Null.NULL)
        .put("componentWeights", List.of())
        .put("skip", number(search.skip()))
        .put("take", number(search.take()))
        .put("requiresGlobalStatistics", true)
        .build();
  }
}
