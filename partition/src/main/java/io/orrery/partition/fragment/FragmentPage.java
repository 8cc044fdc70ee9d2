// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// What a partition answers a fragment with.
public sealed interface FragmentPage {

  /// What was done for it.
  FragmentUsage usage();

  /// Rows as their candidates came.
  ///
  /// @param skipped how many were left out in front
  /// @param place where to go on; null if there are no more
  record Streamed(List<RowValue> rows, long skipped, byte @Nullable [] place, FragmentUsage usage)
      implements FragmentPage {}

  /// Rows in an order.
  ///
  /// @param rest where to go on: everything in front of it was looked at; null if there are no more
  record Ordered(List<KeyedRow> rows, @Nullable Start rest, FragmentUsage usage)
      implements FragmentPage {}

  /// The only group of a query that an index answered.
  record Answered(RowValue.Partial group, FragmentUsage usage) implements FragmentPage {}

  /// The index alone cannot tell.
  record Unanswered(FragmentUsage usage) implements FragmentPage {}
}
