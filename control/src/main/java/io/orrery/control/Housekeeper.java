// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.Container;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Looks after all partitions in the background: gives them their maintenance a bounded piece at a
/// time, splits those that have grown too large or too few, and frees what nobody needs any more.
///
/// It takes turns with the partitions' users: after each piece it rests as long as the piece took.
/// A piece that fails, for whatever reason, is reported and tried again, later and later; the
/// others go on.
final class Housekeeper implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Housekeeper.class);
  private static final Duration TICK = Duration.ofMillis(200);
  private static final int ITEMS_AT_ONCE = 200;
  private static final Duration AGAIN_FIRST = Duration.ofMillis(100);
  private static final int AGAIN_DOUBLINGS = 9;

  /// Trying again is expected to work, or what the work was for is going.
  private static final Set<ErrorCode> PASSING =
      Set.of(
          ErrorCode.UNAVAILABLE,
          ErrorCode.NOT_FOUND,
          ErrorCode.RANGE_GONE,
          ErrorCode.DEADLINE_EXCEEDED,
          ErrorCode.CANCELLED);

  private final ControlPlane plane;
  private final Placement placement;
  private final ControlPlane.Options options;
  private final Map<Piece, Failure> failures = new ConcurrentHashMap<>();
  private volatile @Nullable Throwable broken;
  private final Thread thread;

  /// Something to be done over and over for a container or one of its partitions.
  private record Piece(String what, OpenContainer open, int ordinal) {
    private static final int WHOLE = -1;

    static Piece of(String what, OpenContainer open, Route route) {
      return new Piece(what, open, route.ordinal());
    }

    static Piece of(String what, OpenContainer open) {
      return new Piece(what, open, WHOLE);
    }

    /// Whether what the work was for is gone.
    boolean isOver() {
      return open.isDropped()
          || (ordinal != WHOLE && open.allRoutes().stream().noneMatch(r -> r.ordinal() == ordinal));
    }

    @Override
    public String toString() {
      String container = what + " of " + open.container().name();
      return ordinal == WHOLE ? container : container + ", partition " + ordinal;
    }
  }

  private record Failure(String reason, int times, long nanos) {
    boolean isTooSoon(long now) {
      return now - nanos < AGAIN_FIRST.toNanos() << Math.min(times, AGAIN_DOUBLINGS);
    }
  }

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

  /// What fails at present, and why.
  List<String> faults() {
    List<String> faults = new ArrayList<>();
    Throwable all = broken;
    if (all != null) {
      faults.add("housekeeping: " + all);
    }
    failures.forEach((piece, failure) -> faults.add(piece + ": " + failure.reason()));
    return faults;
  }

  private void run() {
    while (!isClosed()) {
      try {
        boolean worked = round();
        broken = null;
        if (!worked) {
          rest(TICK.toNanos());
        }
      } catch (RuntimeException | Error e) {
        broken = e;
        report("housekeeping", e);
        LockSupport.parkNanos(TICK.toNanos());
      }
    }
  }

  private boolean round() {
    failures.keySet().removeIf(Piece::isOver);
    boolean worked = false;
    for (OpenContainer open : plane.containers()) {
      worked |= tend(open);
    }
    return worked;
  }

  private boolean tend(OpenContainer open) {
    boolean worked = false;
    for (Route route : open.allRoutes()) {
      if (isClosed()) {
        return false;
      }
      worked |= attempt(Piece.of("maintenance", open, route), () -> maintain(route.service()));
    }
    return attempt(Piece.of("splitting", open), () -> restructure(open)) && worked;
  }

  /// False if there was nothing to do.
  private boolean maintain(PartitionService partition) {
    long start = options.nanos().getAsLong();
    if (!placement.calls().ask(partition, new PartitionRequest.Maintain(ITEMS_AT_ONCE)).worked()) {
      return false;
    }
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
      if (!open.isConfigured()) {
        placement.configure(open);
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
      PartitionAnswer.Description state = placement.calls().describe(route.service());
      if (state.counters().bytes() < options.limits().physicalPartitionBytes()) {
        continue;
      }
      if (state.inheriting()) {
        unsettled = true; // Once it has taken over its parent's data.
        continue;
      }
      Optional<EffectivePartitionKey> at = placement.splitter().median(route.service());
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
            .filter(route -> !placement.calls().describe(route.service()).inheriting())
            .min(Comparator.comparingInt(route -> route.parents().size()));
    widest.ifPresent(route -> plane.split(open, route.ordinal(), key.middle(route.range())));
    return true;
  }

  /// Does a piece of work and says whether there was any.
  private boolean attempt(Piece piece, BooleanSupplier work) {
    Failure before = failures.get(piece);
    if (before != null && before.isTooSoon(options.nanos().getAsLong())) {
      return false;
    }
    try {
      boolean worked = work.getAsBoolean();
      failures.remove(piece);
      return worked;
    } catch (OrreryException e) {
      if (PASSING.contains(e.code())) {
        if (!isClosed() && !piece.isOver()) {
          LOG.warn("{} is not possible now: {}", piece, e.getMessage());
        }
        return false;
      }
      note(piece, e, String.valueOf(e.getMessage()));
    } catch (RuntimeException | Error e) {
      note(piece, e, e.toString());
    }
    return false;
  }

  private void note(Piece piece, Throwable cause, String reason) {
    Failure before = failures.get(piece);
    int times = before == null ? 0 : before.times() + 1;
    failures.put(piece, new Failure(reason, times, options.nanos().getAsLong()));
    report(piece, cause);
  }

  private static void report(Object what, Throwable cause) {
    try {
      LOG.error("{} failed", what, cause);
    } catch (Error _) {
      // Without memory there is no log either; the faults tell.
    }
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
