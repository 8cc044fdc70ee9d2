// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.CatalogClient;
import io.orrery.control.catalog.CatalogCommand.ForgetContainer;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.CatalogRecord.Dropped;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Drops what is left of deleted containers and gives their disk space back, one at a time, on a
/// thread of its own: it means rewriting files, which may take longer than splits and expiring
/// items can wait.
///
/// Which containers are left stands in the catalog, so a restart goes on with them.
final class Reclaimer implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Reclaimer.class);
  private static final Duration AGAIN = Duration.ofMinutes(1);

  private final CatalogClient catalog;
  private final Placement placement;
  private final LinkedBlockingQueue<Integer> added;
  private final Thread thread;
  private volatile boolean closed;
  private volatile @Nullable String fault;

  Reclaimer(CatalogClient catalog, Placement placement) {
    this.catalog = catalog;
    this.placement = placement;
    this.added =
        new LinkedBlockingQueue<>(
            catalog.view().dropped().stream().map(Dropped::container).toList());
    this.thread = Thread.ofPlatform().name("reclaiming").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  void add(int container) {
    added.add(container);
  }

  /// Why space is not given back at the moment; empty if nothing stands in the way.
  Optional<String> fault() {
    return Optional.ofNullable(fault);
  }

  private void run() {
    TreeSet<Integer> left = new TreeSet<>();
    while (!closed) {
      try {
        Integer next = added.poll(AGAIN.toMillis(), TimeUnit.MILLISECONDS);
        if (next != null) {
          left.add(next);
        }
        added.drainTo(left);
        while (!closed && !left.isEmpty()) {
          reclaim(left.getFirst());
          left.pollFirst();
        }
        fault = null;
      } catch (InterruptedException _) {
        return; // Closed.
      } catch (RuntimeException | Error e) {
        fail(e);
      }
    }
  }

  private void reclaim(int container) {
    Optional<Dropped> dropped = catalog.view().findDropped(container);
    if (dropped.isPresent()) {
      placement.drop(List.of(dropped.get()));
      placement.reclaim(container);
      var forget = new ForgetContainer(catalog.now(), container);
      catalog.remove(forget, reason -> CatalogClient.unexpected(forget, reason));
    }
  }

  private void fail(Throwable cause) {
    if (closed) {
      return; // The store ends what runs when it closes.
    }
    fault = "giving space back fails";
    try {
      fault =
          "giving space back fails: "
              + (cause instanceof OrreryException ? cause.getMessage() : cause);
      LOG.error("giving space back failed; it is tried again in {}", AGAIN, cause);
    } catch (Error _) {
      // Without memory there is no log either; the fault tells.
    }
  }

  /// Does not wait for what runs: that ends with the store.
  @Override
  public void close() {
    closed = true;
    thread.interrupt();
  }
}
