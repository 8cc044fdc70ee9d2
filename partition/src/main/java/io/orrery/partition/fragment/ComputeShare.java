// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import io.orrery.model.Limits;
import java.util.function.LongSupplier;

/// What all queries of a process have together, on the side of the partitions as on that of the
/// gateway.
///
/// @param memory what they may keep
/// @param scheduler divides the processors among those that take long
public record ComputeShare(QueryMemory memory, FairScheduler scheduler) {

  /// A new one.
  ///
  /// @param permits how many threads may compute for long at once
  public static ComputeShare of(Limits limits, LongSupplier nanos, int permits) {
    return new ComputeShare(QueryMemory.of(limits), new FairScheduler(nanos, permits));
  }

  /// For a process that has as many carriers of virtual threads as processors.
  public static ComputeShare of(Limits limits, LongSupplier nanos) {
    return of(limits, nanos, Math.max(1, Runtime.getRuntime().availableProcessors() - 1));
  }
}
