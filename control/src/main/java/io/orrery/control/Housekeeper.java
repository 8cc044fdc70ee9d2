// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.command.Command;
import java.time.Duration;
import java.util.Comparator;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after all partitions in the background: gives them their maintenance a bounded piece at a
/// time, splits those that have grown too large or too few, and frees what nobody needs any more.
///
/// It takes turns with the partitions' users: after each piece it rests as long as the piece took.
final class Housekeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
  private static final Duration TICK = Duration.ofMillis(200);
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final int ITEMS_AT_ONCE = 200;

  private final ControlPlane plane;
  private final Placement placement;
  private final ControlPlane.Options options;
  private final ConcurrentLinkedQueue<Integer> reclaimable = new ConcurrentLinkedQueue<>();
  private final Thread thread;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition woken = lock.newCondition();
  // Guarded by lock.
  private boolean awake;
  private boolean closed;

  Housekeeper(ControlPlane plane, Placement placement, ControlPlane.Options options) {
    this.plane = plane;
    this.placement = placement;
    this.options = options;
    this.thread = Thread.ofPlatform().name("housekeeping").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// There may be work.
  void wake() {
    lock.lock();
    try {
      awake = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The disk space of this deleted container can be given back.
  void reclaim(int container) {
    reclaimable.add(container);
    wake();
  }

  private void run() {
    while (!isClosed()) {
      boolean worked = reclaimOne();
      for (OpenContainer open : plane.containers()) {
        worked |= tend(open);
      }
      if (!worked) {
        rest(TICK.toNanos());
      }
    }
  }

  private boolean reclaimOne() {
    Integer container = reclaimable.poll();
    if (container == null) {
      return false;
    }
    return attempt(
        "giving space back",
        () -> false,
        () -> {
          placement.reclaim(container);
          return true;
        });
  }

  private boolean tend(OpenContainer open) {
    boolean worked = false;
    for (Route route : open.allRoutes()) {
      if (isClosed()) {
        return false;
      }
      worked |= attempt("maintenance", open::isDropped, () -> maintain(route.partition()));
    }
    return attempt("splitting", open::isDropped, () -> restructure(open)) && worked;
  }

  /// False if there was nothing to do.
  private boolean maintain(Partition partition) {
    Optional<Command> due = partition.due(options.clock().millis(), ITEMS_AT_ONCE);
    if (due.isEmpty()) {
      return false;
    }
    long start = options.nanos().getAsLong();
    partition.submit(due.get(), PATIENCE);
    rest(options.nanos().getAsLong() - start);
    return true;
  }

  private boolean restructure(OpenContainer open) {
    if (!open.lock().tryLock()) {
      return true; // Somebody is changing it; there will be another time.
    }
    try {
      if (open.isDropped()) {
        return true;
      }
      placement.forgetRetired(open);
      boolean large = splitLarge(open);
      boolean few = splitForThroughput(open);
      if (!large && !few) {
        open.settle();
      }
      return true;
    } finally {
      open.lock().unlock();
    }
  }

  /// False if no partition is large, or none of those can be divided.
  private boolean splitLarge(OpenContainer open) {
    boolean unsettled = false;
    for (Route route : open.routes().all()) {
      PartitionState state = route.partition().state();
      if (state.counters().bytes() < options.limits().physicalPartitionBytes()) {
        continue;
      }
      if (state.inheritance() != null) {
        unsettled = true; // Once it has taken over its parent's data.
        continue;
      }
      Optional<EffectivePartitionKey> at = placement.splitter().median(route.partition());
      if (at.isPresent()) {
        plane.split(open, route.ordinal(), at.get());
        unsettled = true;
      }
    }
    return unsettled;
  }

  /// One at a time, the least divided first. False if there are enough.
  private boolean splitForThroughput(OpenContainer open) {
    Container container = open.container();
    PartitionKeyDefinition key = container.definition().key();
    if (open.routes().all().size() >= plane.partitionsWanted(container)
        || key.kind() == PartitionKeyDefinition.Kind.NONE) {
      return false;
    }
    Optional<Route> widest =
        open.routes().all().stream()
            .filter(route -> route.partition().state().inheritance() == null)
            .min(Comparator.comparingInt(route -> route.parents().size()));
    widest.ifPresent(route -> plane.split(open, route.ordinal(), key.middle(route.range())));
    return true;
  }

  /// Does a piece of work and says whether there was any; one that fails is told about and does not
  /// stop the others, nor what is to be done later.
  ///
  /// @param over whether failing is no wonder, because what the work was for is gone
  private boolean attempt(String what, BooleanSupplier over, BooleanSupplier work) {
    try {
      return work.getAsBoolean();
    } catch (OrreryException e) {
      boolean expected = e.code() == ErrorCode.UNAVAILABLE || e.code() == ErrorCode.NOT_FOUND;
      if (!expected || !(isClosed() || over.getAsBoolean())) {
        LOG.warn("{} failed: {}", what, e.getMessage());
      }
    } catch (RuntimeException e) {
      LOG.error("{} failed", what, e);
    }
    return false;
  }

  private void rest(long nanos) {
    lock.lock();
    try {
      long left = nanos;
      while (!closed && !awake && left > 0) {
        left = woken.awaitNanos(left);
      }
      awake = false;
    } catch (InterruptedException e) {
      throw new IllegalStateException("nobody interrupts housekeeping", e);
    } finally {
      lock.unlock();
    }
  }

  private boolean isClosed() {
    lock.lock();
    try {
      return closed;
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      woken.signalAll();
    } finally {
      lock.unlock();
    }
    try {
      thread.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
