// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.Partition;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.fragment.FragmentUsage;
import io.orrery.partition.fragment.FragmentView;
import io.orrery.partition.service.PartitionAnswer.Estimated;
import io.orrery.partition.service.PartitionAnswer.FragmentRead;
import io.orrery.partition.service.PartitionAnswer.Opened;
import io.orrery.partition.service.PartitionAnswer.ReadClosed;
import io.orrery.partition.throughput.Charges;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;

/// The states of a partition that are held for readers, and the fragments that run on them.
final class ReadLeases {
  private static final long FORGOTTEN_CHECK_NANOS = TimeUnit.SECONDS.toNanos(1);

  /// One state.
  private static final class Lease {
    private final FragmentView view;
    private final long end;
    private boolean closed; // guarded by this

    Lease(FragmentView view, long end) {
      this.view = view;
      this.end = end;
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
    FragmentView view = new FragmentView(partition.view(call.nowMillis()));
    long number = lastLease.incrementAndGet();
    leases.put(number, new Lease(view, now + call.remainingNanos()));
    return new Opened(FragmentExecutor.describe(view.view(), number));
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
    try (FragmentCall context = FragmentCall.begin(executor.share(), call, nanos, false)) {
      return require(request.lease())
          .read(
              view ->
                  new Estimated(
                      executor.estimate(view, request.question(), context),
                      view.view().state().lsn()));
    }
  }

  PartitionAnswer read(PartitionRequest.ReadFragment request, RunningCall call) {
    try (FragmentCall context =
        FragmentCall.begin(executor.share(), call, nanos, request.measured())) {
      return require(request.lease())
          .read(
              view ->
                  new FragmentRead(
                      executor.page(view, request.fragment(), context), view.view().state().lsn()));
    }
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
