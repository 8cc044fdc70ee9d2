// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.plan.program.Budget;

/// What a fragment runs with on the partition's side.
public interface FragmentContext extends Checkpoint {

  /// The memory it may use, which also counts its steps.
  Budget budget();

  /// Whether someone wants to know how long parts of it take, which costs a little by itself.
  boolean isMeasured();

  /// What time it is; only differences mean something.
  long nanos();
}
