// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import org.jspecify.annotations.Nullable;

/// What a partition does with the rows of its candidates, and where it goes on.
public sealed interface FragmentStage {

  /// Rows as their candidates come.
  ///
  /// @param place as an earlier page gave it; null to begin
  record Stream(byte @Nullable [] place) implements FragmentStage {}

  /// Rows in the order of the index that the access path reads; their keys are its terms.
  record IndexOrder(Start start) implements FragmentStage {}

  /// The first rows by sort keys, whatever order the candidates have.
  ///
  /// @param rows which rows, and what their keys are made of
  /// @param after behind this key; null to begin
  /// @param newestFirst whether rows with equal values come by descending rids
  /// @param keepableBytes what whoever asks can keep of all rows, who has to keep them all: more
  ///   need not be sorted to be refused; [Long#MAX_VALUE] if rows are not kept
  record Sorted(SortedBy rows, byte @Nullable [] after, boolean newestFirst, long keepableBytes)
      implements FragmentStage {}

  /// Which rows are sorted.
  enum SortedBy {
    /// All, by the order of the plan, then by item.
    ORDER,
    /// Those that have no value at the first key of the order.
    UNDEFINED,
    /// Different ones, by the order of the plan, then by what they are.
    DISTINCT
  }

  /// The first groups by their keys.
  ///
  /// @param after behind this key; null to begin
  record Grouped(byte @Nullable [] after) implements FragmentStage {}

  /// The only group, as far as the index alone can tell.
  record FromIndex() implements FragmentStage {}
}
