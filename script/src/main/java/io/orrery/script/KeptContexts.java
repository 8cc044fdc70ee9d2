// SPDX-License-Identifier: Apache-2.0
package io.orrery.script;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/// Contexts of queries that came from elsewhere, of which nobody tells when they end. They are kept
/// for a while after each call, a few of all such queries together: where there is no room, the one
/// that was idle longest goes. Queries do not get each other's, since functions can leave something
/// behind in them.
final class KeptContexts {
  private record Kept(Object query, FunctionContext context, long sinceNanos) {}

  private final int contextsMax;
  private final Duration idleMax;
  private final LongSupplier ticker;
  private final ReentrantLock lock = new ReentrantLock();

  /// The longest idle first. Guarded by lock.
  private final Deque<Kept> idle = new ArrayDeque<>();

  private boolean sweepDue; // Guarded by lock.

  KeptContexts(int contextsMax, Duration idleMax, LongSupplier ticker) {
    this.contextsMax = contextsMax;
    this.idleMax = idleMax;
    this.ticker = ticker;
  }

  /// Those of one query, which is one that came once.
  ///
  /// @param engine its watch closes what nobody has come back for
  IdleContexts of(Object query, Supplier<ScriptEngine> engine) {
    return new IdleContexts() {
      @Override
      public @Nullable FunctionContext take() {
        return KeptContexts.this.take(query);
      }

      @Override
      public void keep(FunctionContext context) {
        KeptContexts.this.keep(query, context, engine.get().watch());
      }

      @Override
      public void close() {
        for (FunctionContext each = take(); each != null; each = take()) {
          each.close();
        }
      }
    };
  }

  private @Nullable FunctionContext take(Object query) {
    lock.lock();
    try {
      for (Iterator<Kept> each = idle.descendingIterator(); each.hasNext(); ) {
        Kept kept = each.next();
        if (kept.query().equals(query)) {
          each.remove();
          return kept.context();
        }
      }
      return null;
    } finally {
      lock.unlock();
    }
  }

  private void keep(Object query, FunctionContext context, Watch watch) {
    Kept tooMany = null;
    lock.lock();
    try {
      idle.addLast(new Kept(query, context, ticker.getAsLong()));
      if (idle.size() > contextsMax) {
        tooMany = idle.pollFirst();
      }
      if (!sweepDue) {
        sweepDue = true;
        watch.later(idleMax, () -> sweep(watch));
      }
    } finally {
      lock.unlock();
    }
    if (tooMany != null) {
      tooMany.context().close();
    }
  }

  private void sweep(Watch watch) {
    List<Kept> ended = new ArrayList<>();
    lock.lock();
    try {
      long now = ticker.getAsLong();
      for (Kept first = idle.peekFirst();
          first != null && now - first.sinceNanos() >= idleMax.toNanos();
          first = idle.peekFirst()) {
        ended.add(idle.removeFirst());
      }
      sweepDue = !idle.isEmpty();
      if (sweepDue) {
        watch.later(idleMax, () -> sweep(watch));
      }
    } finally {
      lock.unlock();
    }
    ended.forEach(each -> each.context().close());
  }

  int size() {
    lock.lock();
    try {
      return idle.size();
    } finally {
      lock.unlock();
    }
  }
}
