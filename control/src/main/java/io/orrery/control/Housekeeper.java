// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.service.PartitionRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

  private final Registry registry;
  private final Placement placement;
  private final Splits splits;
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

  Housekeeper(Registry registry, Placement placement, Splits splits, ControlPlane.Options options) {
    this.registry = registry;
    this.placement = placement;
    this.splits = splits;
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
    for (OpenContainer open : registry.containers()) {
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
      worked |= attempt(Piece.of("maintenance", open, route), () -> maintain(open, route));
    }
    worked |= attempt(Piece.of("splitting", open), () -> restructure(open));
    return worked;
  }

  /// False if there was nothing to do.
  private boolean maintain(OpenContainer open, Route route) {
    long start = options.nanos().getAsLong();
    var maintain = new PartitionRequest.Maintain(ITEMS_AT_ONCE);
    if (!placement.calls().ask(route.service(), maintain).worked()) {
      return false;
    }
    open.announce();
    rest(options.nanos().getAsLong() - start);
    return true;
  }

  /// False if no partition was split.
  private boolean restructure(OpenContainer open) {
    if (!open.lock().tryLock()) {
      return false; // Somebody is changing it; there will be another time.
    }
    try {
      if (open.isDropped()) {
        return false;
      }
      if (!open.isConfigured()) {
        placement.configure(open);
      }
      placement.dropRetired(open);
      long version = open.routes().version();
      if (splits.splitWhereDue(open)) {
        open.settle();
      }
      return open.routes().version() != version;
    } finally {
      open.lock().unlock();
    }
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
