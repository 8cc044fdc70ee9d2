// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.Container;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/// A container that serves requests: what it is, and who serves which part of its ring.
public final class OpenContainer {
  /// Held by whoever changes the container or its partitions.
  private final ReentrantLock structure = new ReentrantLock();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition changed = lock.newCondition();

  /// How often something was announced.
  private final AtomicLong announced = new AtomicLong();

  private volatile Container container;
  private volatile Routes routes;
  private volatile boolean dropped;
  private volatile boolean configured = true;

  /// The version of the routes that were found to need no split. Guarded by lock.
  private long settled;

  OpenContainer(Container container, Routes routes) {
    this.container = container;
    this.routes = routes;
    this.settled = routes.version();
  }

  public Container container() {
    return container;
  }

  /// The routes of this moment. Fails with NOT_FOUND once the container was deleted.
  public Routes routes() {
    if (dropped) {
      throw gone();
    }
    return routes;
  }

  /// As [#routes], but also those of a container that was deleted since.
  public Routes lastRoutes() {
    return routes;
  }

  /// The routes that follow those the caller found to be outdated; those of this moment if no
  /// others come in time. Fails with NOT_FOUND once the container was deleted.
  public Routes awaitNewer(Routes seen, Duration patience) {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (routes.version() == seen.version() && !dropped && left > 0) {
        left = changed.awaitNanos(left);
      }
      return routes();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The caller gave up waiting for a split.", e);
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the partitions need no further split, but not longer than the caller has patience.
  public void awaitSettled(Duration patience) {
    long left = patience.toNanos();
    lock.lock();
    try {
      while (settled != routes.version() && !dropped && left > 0) {
        left = changed.awaitNanos(left);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The caller gave up waiting for a split.", e);
    } finally {
      lock.unlock();
    }
  }

  /// Waits until the condition holds, which is looked at whenever something of the partitions was
  /// announced. Says whether it does; false if the caller has no more patience.
  boolean await(BooleanSupplier condition, Duration patience) {
    long left = patience.toNanos();
    while (true) {
      long seen = announced.get(); // Before the look: what comes meanwhile wakes us.
      if (condition.getAsBoolean()) {
        return true;
      }
      if (left <= 0) {
        return false;
      }
      left = awaitAnnouncement(seen, left);
    }
  }

  private long awaitAnnouncement(long seen, long nanos) {
    long left = nanos;
    lock.lock();
    try {
      while (announced.get() == seen && left > 0) {
        left = changed.awaitNanos(left);
      }
      return left;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(
          ErrorCode.CANCELLED, "The caller gave up waiting for a partition.", e);
    } finally {
      lock.unlock();
    }
  }

  /// A partition has done something that others may wait for.
  void announce() {
    lock.lock();
    try {
      announced.incrementAndGet();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// The routes of this moment need no split.
  void settle() {
    lock.lock();
    try {
      settled = routes.version();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  /// Whether all partitions have the settings of the container.
  boolean isConfigured() {
    return configured;
  }

  void setConfigured(boolean all) {
    configured = all;
  }

  ReentrantLock lock() {
    return structure;
  }

  boolean isDropped() {
    return dropped;
  }

  /// The routes, also of a container that was deleted: then none.
  public List<Route> allRoutes() {
    return dropped ? List.of() : routes.all();
  }

  void publish(Container newContainer, @Nullable Routes newRoutes) {
    lock.lock();
    try {
      container = newContainer;
      if (newRoutes != null) {
        routes = newRoutes;
        announced.incrementAndGet();
        changed.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  void drop() {
    lock.lock();
    try {
      dropped = true;
      announced.incrementAndGet();
      changed.signalAll();
    } finally {
      lock.unlock();
    }
  }

  OrreryException gone() {
    return new OrreryException(
        ErrorCode.NOT_FOUND, "The container %s does not exist.".formatted(container.name()));
  }
}
