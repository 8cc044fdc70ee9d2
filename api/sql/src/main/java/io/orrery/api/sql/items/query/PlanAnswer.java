// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.query.QueryBody;
import io.orrery.model.OrreryException;
import io.orrery.model.json.Json;
import io.orrery.query.plan.Constants;
import io.orrery.query.plan.PlanDocument;
import io.orrery.query.plan.Planner;
import io.orrery.query.plan.QueryFeature;
import io.orrery.query.plan.QueryPlan;
import io.orrery.query.plan.QueryRange;
import io.orrery.query.syntax.Query;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/// The plan by which an SDK runs a query over ranges itself.
final class PlanAnswer {
  private static final int CROSS_PARTITION_QUERY_NOT_SERVABLE = 1004;

  /// Older clients know the service's refusal by these words.
  private static final String NOT_SERVABLE =
      "The provided cross partition query can not be directly served by the gateway.";

  private static final List<String> ADDRESSES =
      List.of(
          Names.PARTITION_KEY, Names.PARTITION_KEY_RANGE, Names.START_POSITION, Names.CONTINUATION);

  private PlanAnswer() {}

  static Answer of(ItemRequest request, Query query, QueryBody body) {
    return Answer.json(200, PlanDocument.of(plan(request, query, body)));
  }

  /// The refusal that the service gives a client which could run a query with aggregates over all
  /// partitions itself, by the plan that is in it. Empty if the query is ours to run: the client
  /// says nothing of plans, it addresses a part of the container, or cannot put this one together.
  static Optional<Answer> inPlaceOfRows(ItemRequest request, Query query, QueryBody body) {
    boolean whole =
        request.sql().header(Names.SUPPORTED_FEATURES).isPresent()
            && ADDRESSES.stream().allMatch(name -> request.sql().header(name).isEmpty())
            && request.owner().handle().container().partitions().online().size() > 1;
    if (!whole) {
      return Optional.empty();
    }
    try {
      QueryPlan plan = plan(request, query, body);
      return plan.info().mergesAggregates() && plan.ranges().stream().noneMatch(QueryRange::isPoint)
          ? Optional.of(refusal(request, plan))
          : Optional.empty();
    } catch (OrreryException _) {
      return Optional.empty(); // no plan that this client could carry out
    }
  }

  private static Answer refusal(ItemRequest request, QueryPlan plan) {
    String message = NOT_SERVABLE + "\r\nActivityId: " + request.sql().activityId();
    return Answer.json(
            400,
            Json.object()
                .put("code", "BadRequest")
                .put("message", message)
                .put("additionalErrorInfo", Json.text(PlanDocument.of(plan)))
                .build())
        .header(Names.SUB_STATUS, Integer.toString(CROSS_PARTITION_QUERY_NOT_SERVABLE));
  }

  private static QueryPlan plan(ItemRequest request, Query query, QueryBody body) {
    Constants constants =
        Constants.of(body.parameters(), ContainerTraits.of(request.handle()).space());
    Optional<String> key = request.sql().header(Names.PARTITION_KEY);
    return Planner.plan(
        query,
        constants,
        request.handle().definition(),
        features(request),
        key.isPresent() && isWhole(key.get(), request));
  }

  private static boolean isWhole(String key, ItemRequest request) {
    int paths = request.owner().keyPaths();
    return PartitionKeyHeader.parsePrefix(key, paths).size() == paths;
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
}
