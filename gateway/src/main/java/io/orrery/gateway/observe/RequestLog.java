// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Api;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/// The last requests one by one. All of them only while somebody looks on, since that costs more
/// than all other counting; those that were slow or throttled always.
///
/// Of reads one in [Durations#READ_SAMPLE] is timed, so not every slow one is noticed while nobody
/// looks on.
public final class RequestLog {
  /// How long requests are written down after somebody looked: longer than clients take to come
  /// again.
  private static final long WATCHED_MILLIS = TimeUnit.SECONDS.toMillis(30);

  /// One request that is over.
  ///
  /// @param number counts up
  /// @param container its number; 0 if it has no place of its own, or is not known
  /// @param failure null if it succeeded
  /// @param partition as in [RequestCost#partition]
  /// @param partitions how many answered
  public record Entry(
      long number,
      Instant ended,
      Api api,
      int container,
      RequestKind kind,
      @Nullable ErrorCode failure,
      long thousandths,
      long nanos,
      int partition,
      int partitions,
      UUID activityId) {

    /// As metrics write it.
    public String status() {
      return failure == null ? "ok" : failure.label();
    }
  }

  private final InstantSource clock;
  private final int entriesMax;
  private final long slowNanos;
  private final ReentrantLock lock = new ReentrantLock();
  private final Condition added = lock.newCondition();

  /// Both guarded by lock, in the order of their numbers.
  private final Deque<Entry> recent = new ArrayDeque<>();

  private final Deque<Entry> notable = new ArrayDeque<>();
  private long last; // guarded by lock
  private long lookedMillis; // guarded by lock
  private volatile boolean watched;

  /// @param entriesMax of all that come while somebody looks on, and of those that are kept
  RequestLog(InstantSource clock, int entriesMax, Duration slow) {
    this.clock = clock;
    this.entriesMax = entriesMax;
    this.slowNanos = slow.toNanos();
  }

  /// @param nanos how long it took; [Durations#UNKNOWN] if nobody has looked
  void add(
      ContainerUsage.Place place,
      RequestKind kind,
      @Nullable ErrorCode failure,
      RequestCost cost,
      long nanos) {
    boolean kept = nanos >= slowNanos || failure == ErrorCode.TOO_MANY_REQUESTS;
    if (kept || watched) {
      write(place, kind, failure, cost, nanos, kept);
    }
  }

  private void write(
      ContainerUsage.Place place,
      RequestKind kind,
      @Nullable ErrorCode failure,
      RequestCost cost,
      long nanos,
      boolean kept) {
    Instant now = clock.instant();
    long took = nanos == Durations.UNKNOWN ? cost.elapsedNanos() : nanos;
    lock.lock();
    try {
      var entry =
          new Entry(
              ++last,
              now,
              place.api(),
              place.container(),
              kind,
              failure,
              cost.thousandths(),
              took,
              cost.partition(),
              cost.partitions(),
              cost.activityId());
      push(kept ? notable : recent, entry);
      watched &= now.toEpochMilli() - lookedMillis < WATCHED_MILLIS;
      added.signalAll();
    } finally {
      lock.unlock();
    }
  }

  private void push(Deque<Entry> entries, Entry entry) {
    entries.addLast(entry);
    if (entries.size() > entriesMax) {
      entries.removeFirst();
    }
  }

  /// What came behind a number, the earliest first. Waits for it a while if there is nothing yet.
  ///
  /// @param number of the last one that was seen; 0 for none. A number from before a restart counts
  ///   as none
  /// @param count at most so many
  public List<Entry> after(long number, int count, Duration patience) {
    lock.lock();
    try {
      lookedMillis = clock.millis();
      watched = true;
      long seen = number > last ? 0 : number;
      long left = patience.toNanos();
      while (last <= seen && left > 0) {
        left = added.awaitNanos(left);
      }
      return merged(seen, count);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.", e);
    } finally {
      lock.unlock();
    }
  }

  private List<Entry> merged(long seen, int count) {
    List<Entry> merged = new ArrayList<>();
    Iterator<Entry> kept = notable.iterator();
    Entry next = kept.hasNext() ? kept.next() : null;
    for (Entry entry : recent) {
      while (next != null && next.number() < entry.number()) {
        merged.add(next);
        next = kept.hasNext() ? kept.next() : null;
      }
      merged.add(entry);
    }
    while (next != null) {
      merged.add(next);
      next = kept.hasNext() ? kept.next() : null;
    }
    return merged.stream().filter(entry -> entry.number() > seen).limit(count).toList();
  }
}
