// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionView;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.fragment.FragmentUsage;
import io.orrery.partition.fragment.FragmentView;
import io.orrery.partition.service.PartitionAnswer.Estimated;
import io.orrery.partition.service.PartitionAnswer.FragmentRead;
import io.orrery.partition.service.PartitionAnswer.Opened;
import io.orrery.partition.service.PartitionAnswer.ReadClosed;
import io.orrery.partition.throughput.Charges;
import io.orrery.storage.Allowance;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The states of a partition that are held for readers, and the fragments that run on them.
final class ReadLeases {
  private static final long FORGOTTEN_CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// What is read at once is read while others wait: some fifty items with their index entries, a
  /// tenth of a millisecond or two.
  private static final long AT_ONCE_KEYS_MAX = 128;

  private static final long AT_ONCE_BYTES_MAX = 64 << 10;

  /// One state.
  private static final class Lease {
    private final FragmentView view;
    private final long end;

    /// Whether those who read it must not wait.
    private final boolean atOnce;

    private boolean closed; // guarded by this

    Lease(FragmentView view, long end, boolean atOnce) {
      this.view = view;
      this.end = end;
      this.atOnce = atOnce;
    }

    /// Reads the state, which cannot be closed meanwhile. Readers of one lease take turns.
    synchronized <T> T read(Function<FragmentView, T> reading) {
      if (closed) {
        throw gone();
      }
      return reading.apply(view);
    }

    synchronized void close() {
      if (!closed) {
        closed = true;
        view.view().close();
      }
    }
  }

  private final Partition partition;
  private final FragmentExecutor executor;
  private final LongSupplier nanos;
  private final AtomicLong lastLease = new AtomicLong();
  private final ConcurrentHashMap<Long, Lease> leases = new ConcurrentHashMap<>();
  private volatile long checked;

  ReadLeases(Partition partition, FragmentExecutor executor, LongSupplier nanos) {
    this.partition = partition;
    this.executor = executor;
    this.nanos = nanos;
    this.checked = nanos.getAsLong();
  }

  PartitionAnswer open(PartitionCall call) {
    long now = nanos.getAsLong();
    closeForgotten(now);
    return hold(partition.view(call.nowMillis()), now + call.remainingNanos(), false);
  }

  /// As [#open], where that takes no waiting, for somebody who reads little and soon.
  Optional<Opened> openAtOnce(PartitionCall call) {
    long end = nanos.getAsLong() + call.remainingNanos();
    return partition
        .glimpse(call.nowMillis(), new Allowance(AT_ONCE_KEYS_MAX, AT_ONCE_BYTES_MAX))
        .map(view -> hold(view, end, true));
  }

  private Opened hold(PartitionView state, long end, boolean atOnce) {
    FragmentView view = new FragmentView(state);
    long number = lastLease.incrementAndGet();
    leases.put(number, new Lease(view, end, atOnce));
    return new Opened(FragmentExecutor.describe(state, number));
  }

  /// A reader that is gone closes nothing, but the time it had is over some day.
  private void closeForgotten(long now) {
    if (now - checked < FORGOTTEN_CHECK_NANOS) {
      return;
    }
    checked = now;
    leases.forEach(
        (number, lease) -> {
          if (lease.end - now <= 0 && leases.remove(number, lease)) {
            lease.close();
          }
        });
  }

  private Lease require(long number) {
    Lease lease = leases.get(number);
    if (lease == null) {
      throw gone();
    }
    return lease;
  }

  private static OrreryException gone() {
    return new OrreryException(
        ErrorCode.UNAVAILABLE, "The state that was being read is not held any more; try again.");
  }

  PartitionAnswer estimate(PartitionRequest.EstimateRead request, RunningCall call) {
    Lease lease = require(request.lease());
    try (FragmentCall context = begin(lease, call, false)) {
      return lease.read(
          view ->
              new Estimated(
                  executor.estimate(view, request.question(), context), view.view().state().lsn()));
    }
  }

  PartitionAnswer read(PartitionRequest.ReadFragment request, RunningCall call) {
    Lease lease = require(request.lease());
    try (FragmentCall context = begin(lease, call, request.measured())) {
      return lease.read(
          view ->
              new FragmentRead(
                  executor.page(view, request.fragment(), context), view.view().state().lsn()));
    }
  }

  private FragmentCall begin(Lease lease, RunningCall call, boolean measured) {
    return lease.atOnce
        ? FragmentCall.atOnce(executor.share(), call, nanos, measured)
        : FragmentCall.begin(executor.share(), call, nanos, measured);
  }

  PartitionAnswer close(PartitionRequest.CloseRead request) {
    Lease lease = leases.remove(request.lease());
    if (lease == null) {
      return new ReadClosed(RequestCharge.NONE, partition.state().lsn());
    }
    lease.close();
    FragmentUsage usage = lease.view.total();
    return new ReadClosed(
        request.charged() ? Charges.scan(usage.entries(), usage.bytes()) : RequestCharge.NONE,
        lease.view.view().state().lsn());
  }

  void closeAll() {
    leases.values().forEach(Lease::close);
    leases.clear();
  }
}
