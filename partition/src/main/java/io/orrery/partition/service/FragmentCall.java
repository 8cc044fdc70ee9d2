// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FairScheduler;
import io.orrery.partition.fragment.FragmentContext;
import io.orrery.partition.fragment.MemoryWaiter;
import io.orrery.partition.fragment.QueryBudget;
import java.time.Duration;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What a fragment runs with: the time of its call, a part of the memory of all queries, and a
/// share of the processors.
final class FragmentCall implements FragmentContext, MemoryWaiter, AutoCloseable {
  private final RunningCall call;
  private final LongSupplier nanos;
  private final boolean measured;
  private final QueryBudget budget;

  /// Null for a thread that takes no carrier from anybody.
  private final FairScheduler.@Nullable Share processors;

  private FragmentCall(
      ComputeShare share, RunningCall call, LongSupplier nanos, boolean measured, boolean atOnce) {
    this.call = call;
    this.nanos = nanos;
    this.measured = measured;
    this.budget = new QueryBudget(share.memory(), atOnce ? MemoryWaiter.IMPATIENT : this);
    this.processors =
        !atOnce && Thread.currentThread().isVirtual() ? share.scheduler().begin() : null;
  }

  static FragmentCall begin(
      ComputeShare share, RunningCall call, LongSupplier nanos, boolean measured) {
    return new FragmentCall(share, call, nanos, measured, false);
  }

  /// For somebody who must not wait, for memory or a processor, nor compute for long.
  static FragmentCall atOnce(
      ComputeShare share, RunningCall call, LongSupplier nanos, boolean measured) {
    return new FragmentCall(share, call, nanos, measured, true);
  }

  @Override
  public QueryBudget budget() {
    return budget;
  }

  @Override
  public void throwIfDone() {
    call.throwIfDone();
  }

  @Override
  public void checkpoint() {
    long now = nanos.getAsLong();
    call.throwIfDone(now);
    if (processors != null && processors.yieldIfDue(now, call.remaining(now))) {
      call.throwIfDone();
    }
  }

  @Override
  public boolean isMeasured() {
    return measured;
  }

  @Override
  public long nanos() {
    return nanos.getAsLong();
  }

  @Override
  public void pause() {
    if (processors != null) {
      processors.pause();
    }
  }

  @Override
  public Duration remaining() {
    return call.remaining();
  }

  /// Who gets the page accounts for it from here on.
  @Override
  public void close() {
    budget.close();
    if (processors != null) {
      processors.close();
    }
  }
}
