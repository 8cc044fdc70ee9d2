// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.query;

import io.orrery.api.sql.items.ItemRequest;
import io.orrery.api.sql.items.PartitionKeyHeader;
import io.orrery.api.sql.protocol.Answer;
import io.orrery.api.sql.protocol.Names;
import io.orrery.api.sql.query.QueryBody;
import io.orrery.query.plan.Constants;
import io.orrery.query.plan.PlanDocument;
import io.orrery.query.plan.Planner;
import io.orrery.query.plan.QueryFeature;
import io.orrery.query.plan.QueryPlan;
import io.orrery.query.syntax.Query;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;

/// The plan by which an SDK runs a query over ranges itself.
final class PlanAnswer {
  private PlanAnswer() {}

  static Answer of(ItemRequest request, Query query, QueryBody body) {
    Constants constants =
        Constants.of(body.parameters(), ContainerTraits.of(request.handle()).space());
    QueryPlan plan =
        Planner.plan(
            query,
            constants,
            request.handle().definition(),
            features(request),
            request
                .sql()
                .header(Names.PARTITION_KEY)
                .filter(key -> isWhole(key, request))
                .isPresent());
    return Answer.json(200, PlanDocument.of(plan));
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
