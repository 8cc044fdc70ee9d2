// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/// What a client must be able to do to run a plan.
final class NeededFeatures {
  private NeededFeatures() {}

  static void require(QueryPlan plan, Set<QueryFeature> features) {
    Set<QueryFeature> missing = EnumSet.noneOf(QueryFeature.class);
    rows(plan.info(), missing);
    aggregates(plan.info(), missing);
    missing.removeAll(features);
    if (!missing.isEmpty()) {
      // Clients and their users know these sentences.
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          missing.stream()
              .map(f -> "Query contained " + f + ", which the calling client does not support.")
              .collect(
                  Collectors.joining(
                      "\n",
                      "Query contains 1 or more unsupported features. Upgrade your SDK to a version"
                          + " that does support the requested features:\n",
                      "")));
    }
  }

  private static void rows(QueryInfo info, Set<QueryFeature> needed) {
    if (info.paging().top() != null) {
      needed.add(QueryFeature.TOP);
    }
    if (info.paging().offset() != null) {
      needed.add(QueryFeature.OFFSET_AND_LIMIT);
    }
    if (info.distinct() != DistinctType.NONE) {
      needed.add(QueryFeature.DISTINCT);
    }
    if (info.distinctCountAlias() != null) {
      needed.add(QueryFeature.DISTINCT_COUNT);
    }
    switch (info.ordering().expressions().size()) {
      case 0 -> {}
      case 1 -> needed.add(QueryFeature.ORDER_BY);
      default -> needed.addAll(Set.of(QueryFeature.ORDER_BY, QueryFeature.MULTIPLE_ORDER_BY));
    }
    if (!info.grouping().expressions().isEmpty()) {
      needed.add(QueryFeature.GROUP_BY);
    }
  }

  private static void aggregates(QueryInfo info, Set<QueryFeature> needed) {
    List<Aggregate> ofProperties =
        info.grouping().aggregates().values().stream().flatMap(Optional::stream).toList();
    if (!info.aggregates().isEmpty()) {
      needed.add(QueryFeature.AGGREGATE);
    }
    if (!ofProperties.isEmpty()) {
      needed.add(QueryFeature.NON_VALUE_AGGREGATE);
    }
    if (ofProperties.size() > 1) {
      needed.add(QueryFeature.MULTIPLE_AGGREGATES);
    }
    List<Aggregate> all = new ArrayList<>(info.aggregates());
    all.addAll(ofProperties);
    for (Aggregate aggregate : all) {
      switch (aggregate) {
        case COUNTIF -> needed.add(QueryFeature.COUNT_IF);
        case MAKELIST, MAKESET -> needed.add(QueryFeature.LIST_AND_SET_AGGREGATE);
        case AVG, COUNT, MAX, MIN, SUM -> {}
      }
    }
  }
}
