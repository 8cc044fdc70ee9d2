// SPDX-License-Identifier: Apache-2.0
package io.orrery.query.plan;

import java.util.Arrays;
import java.util.Optional;

/// What a client must be able to do to run a plan.
public enum QueryFeature {
  AGGREGATE("Aggregate"),
  COUNT_IF("CountIf"),
  DISTINCT("Distinct"),
  DISTINCT_COUNT("DCount"),
  GROUP_BY("GroupBy"),
  LIST_AND_SET_AGGREGATE("ListAndSetAggregate"),
  MULTIPLE_AGGREGATES("MultipleAggregates"),
  MULTIPLE_ORDER_BY("MultipleOrderBy"),
  NON_VALUE_AGGREGATE("NonValueAggregate"),
  OFFSET_AND_LIMIT("OffsetAndLimit"),
  ORDER_BY("OrderBy"),
  TOP("Top");

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
