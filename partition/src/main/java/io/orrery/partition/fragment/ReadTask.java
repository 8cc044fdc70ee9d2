// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Limits;
import io.orrery.plan.program.Budget;

/// What all reading for one fragment has in common.
///
/// @param scope which items are meant
/// @param wanted how many rows the page is likely to need
record ReadTask(ItemScope scope, Limits limits, FragmentContext context, long wanted) {

  ReadTask wanting(long rows) {
    return new ReadTask(scope, limits, context, rows);
  }

  /// What may be kept in memory of what was read.
  Budget budget() {
    return context.budget();
  }
}
