// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.Arrays;
import java.util.Optional;

/// What a client must be able to do to run a plan.
public enum QueryFeature {
  AGGREGATE("Aggregate"),
  COMPOSITE_AGGREGATE("CompositeAggregate"),
  COUNT_IF("CountIf"),
  DISTINCT("Distinct"),
  DISTINCT_COUNT("DCount"),
  GENERATE_EMBEDDINGS("GenerateEmbeddings"),
  GROUP_BY("GroupBy"),
  HYBRID_SEARCH("HybridSearch"),
  HYBRID_SEARCH_SKIP_ORDER_BY_REWRITE("HybridSearchSkipOrderByRewrite"),
  LIST_AND_SET_AGGREGATE("ListAndSetAggregate"),
  MULTIPLE_AGGREGATES("MultipleAggregates"),
  MULTIPLE_ORDER_BY("MultipleOrderBy"),
  NON_STREAMING_ORDER_BY("NonStreamingOrderBy"),
  NON_VALUE_AGGREGATE("NonValueAggregate"),
  OFFSET_AND_LIMIT("OffsetAndLimit"),
  ORDER_BY("OrderBy"),
  TOP("Top"),
  WEIGHTED_RANK_FUSION("WeightedRankFusion");

  private final String text;

  QueryFeature(String text) {
    this.text = text;
  }

  /// The feature that clients spell so.
  public static Optional<QueryFeature> find(String text) {
    return Arrays.stream(values()).filter(feature -> feature.text.equals(text)).findFirst();
  }

  /// As clients spell it.
  @Override
  public String toString() {
    return text;
  }
}
