// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.gateway.observe.RequestCost;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.fragment.FairScheduler;
import io.orrery.partition.fragment.MemoryWaiter;
import io.orrery.partition.service.PartitionService;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/// What belongs to one request, whatever calls it makes: how long it may take, what it must see,
/// and what it has cost so far. Made by [Gateway#request].
///
/// Charge and session are there after a failure as well: a refused request costs something too.
public final class RequestContext implements RequestCost, MemoryWaiter {
  private static final long NANOS_MAX = Long.MAX_VALUE / 2;
  private static final int ANY_RANGE = -1;

  private final LongSupplier nanos;
  private final FairScheduler scheduler;
  private final long start;
  private final long deadline;
  private final SessionToken required;
  private final UUID activityId;

  /// Tells requests apart. Not the activity id: that comes from clients, who may send it twice.
  private final long id = ThreadLocalRandom.current().nextLong();

  /// Where something is being done for the request that can be given up; null as long as nothing
  /// was. Guarded by this.
  private @Nullable List<PartitionService> busy;

  private final AtomicLong thousandths = new AtomicLong();
  private final AtomicReference<SessionToken> served = new AtomicReference<>(SessionToken.NONE);
  private volatile boolean cancelled;
  private volatile int range = ANY_RANGE;

  /// The only partition asked so far, or [RequestCost#NO_PARTITION], or that there were several.
  /// Threads that ask at the same time do so after the first has told of all.
  private int asked = NO_PARTITION;

  private volatile boolean measured;
  private volatile boolean childrenToo;
  private volatile @Nullable String template;

  /// A thread that computes for this request.
  private record Computer(Thread thread, FairScheduler.Share share) {}

  /// The first of them, which is the only one of most requests that compute at all.
  private volatile @Nullable Computer computer;

  /// All others; null if there are none.
  private volatile @Nullable ConcurrentHashMap<Thread, FairScheduler.Share> shares;

  RequestContext(
      LongSupplier nanos,
      FairScheduler scheduler,
      Duration timeout,
      SessionToken required,
      UUID activityId) {
    this.nanos = nanos;
    this.scheduler = scheduler;
    this.start = nanos.getAsLong();
    this.deadline = start + Math.min(TimeUnit.NANOSECONDS.convert(timeout), NANOS_MAX);
    this.required = required;
    this.activityId = activityId;
  }

  @Override
  public UUID activityId() {
    return activityId;
  }

  /// How much time is left; zero when it is over.
  @Override
  public Duration remaining() {
    return Duration.ofNanos(Math.max(0, deadline - nanos.getAsLong()));
  }

  long id() {
    return id;
  }

  /// Gives the request up. What it is doing ends at the next occasion, with CANCELLED.
  public void cancel() {
    cancelled = true;
    List<PartitionService> told;
    synchronized (this) {
      told = busy == null ? List.of() : List.copyOf(busy);
    }
    told.forEach(service -> service.cancel(id));
  }

  /// The partition begins to do something for the request.
  void begin(PartitionService service) {
    synchronized (this) {
      if (busy == null) {
        busy = new ArrayList<>(1);
      }
      busy.add(service);
    }
    if (cancelled) {
      end(service);
      throwIfDone();
    }
  }

  void end(PartitionService service) {
    synchronized (this) {
      if (busy != null) {
        busy.remove(service);
      }
    }
  }

  @Override
  public void throwIfDone() {
    throwIfDone(nanos.getAsLong());
  }

  /// Fails likewise, and says how many nanoseconds are left.
  long requireTime() {
    long now = nanos.getAsLong();
    throwIfDone(now);
    return deadline - now;
  }

  /// A thread that is not [#computing] has nothing to hand on.
  @Override
  public void checkpoint() {
    long now = nanos.getAsLong();
    throwIfDone(now);
    FairScheduler.Share share = share();
    if (share != null && share.yieldIfDue(now, deadline - now)) {
      throwIfDone();
    }
  }

  /// What this thread has of the processors; null if it does not compute.
  private FairScheduler.@Nullable Share share() {
    Thread thread = Thread.currentThread();
    Computer first = computer;
    if (first != null && first.thread().equals(thread)) {
      return first.share();
    }
    var all = shares;
    return all == null ? null : all.get(thread);
  }

  private void throwIfDone(long now) {
    if (cancelled || Thread.currentThread().isInterrupted()) {
      throw new OrreryException(ErrorCode.CANCELLED, "The request was cancelled.");
    }
    if (deadline - now <= 0) {
      throw new OrreryException(
          ErrorCode.DEADLINE_EXCEEDED, "The request did not end within its time.");
    }
  }

  /// This thread may compute for long, and comes by a [#checkpoint] all the time. One that is not
  /// virtual takes no carrier from anybody, so it needs no permit.
  ///
  /// @return to be closed by the same thread
  public Computing computing() {
    Thread thread = Thread.currentThread();
    if (!thread.isVirtual()) {
      return () -> {};
    }
    pause();
    FairScheduler.Share outer = share();
    FairScheduler.Share share = scheduler.begin();
    put(thread, share);
    return () -> {
      share.close();
      put(thread, outer);
    };
  }

  /// @param share null for a thread that does not compute any more
  private void put(Thread thread, FairScheduler.@Nullable Share share) {
    synchronized (this) {
      Computer first = computer;
      if (first == null ? shares == null : first.thread().equals(thread)) {
        computer = share == null ? null : new Computer(thread, share);
        return;
      }
    }
    if (share == null) {
      allShares().remove(thread);
    } else {
      allShares().put(thread, share);
    }
  }

  private ConcurrentHashMap<Thread, FairScheduler.Share> allShares() {
    var all = shares;
    if (all == null) {
      synchronized (this) {
        all = shares;
        if (all == null) {
          all = new ConcurrentHashMap<>();
          shares = all;
        }
      }
    }
    return all;
  }

  /// This thread is going to wait for others that compute for the request.
  @Override
  public void pause() {
    FairScheduler.Share share = share();
    if (share != null) {
      share.pause();
    }
  }

  /// What a thread does until it is closed.
  public interface Computing extends AutoCloseable {
    @Override
    void close();
  }

  /// Someone wants to know how long parts of the request take, which costs a little by itself.
  public void measure() {
    measured = true;
  }

  public boolean isMeasured() {
    return measured;
  }

  /// What time it is; only differences mean something.
  public long nanos() {
    return nanos.getAsLong();
  }

  /// The request is for this partition alone: once it was split, what is left of the request fails
  /// with RANGE_GONE instead of going to the children, whose session the client would not take.
  public void pinTo(int ordinal) {
    range = ordinal;
  }

  /// The client addressed this partition, and takes the session of this one only. Should it be
  /// split while the request runs, its children do what is left, and their sessions are not told.
  ///
  /// @param lsn how far the partition is
  void answerFor(int ordinal, long lsn) {
    range = ordinal;
    childrenToo = true;
    book(RequestCharge.NONE, SessionToken.of(ordinal, lsn));
  }

  /// Fails with RANGE_GONE if the request is for another partition.
  void requireFor(Route route) {
    boolean meant =
        range == ANY_RANGE
            || range == route.ordinal()
            || (childrenToo && route.parents().contains(range));
    if (!meant) {
      throw new OrreryException(
          ErrorCode.RANGE_GONE, "The partition key range %d was split.".formatted(range));
    }
  }

  /// What all parts of the request have cost so far.
  public RequestCharge charge() {
    return new RequestCharge(thousandths.get());
  }

  @Override
  public long thousandths() {
    return thousandths.get();
  }

  @Override
  public long lot() {
    return id;
  }

  @Override
  public long elapsedNanos() {
    return nanos.getAsLong() - start;
  }

  @Override
  public int partitions() {
    return served.get().size();
  }

  @Override
  public @Nullable String template() {
    return template;
  }

  /// Says what the request asks for, with parameters in the place of literals.
  public void describe(String text) {
    template = text;
  }

  /// What the client has seen once it gets the answer, for its next requests.
  public SessionToken session() {
    SessionToken all = served.get();
    return childrenToo ? all.only(range) : all;
  }

  /// What the client has seen already: no partition may answer with less.
  SessionToken required() {
    return required;
  }

  /// A partition is asked.
  void asks(int ordinal) {
    if (asked != ordinal) {
      asked = asked == NO_PARTITION ? ordinal : SEVERAL_PARTITIONS;
    }
  }

  @Override
  public int partition() {
    return asked;
  }

  /// Books what a partition did for the request.
  void book(RequestCharge charge, SessionToken seen) {
    thousandths.addAndGet(charge.thousandths());
    served.accumulateAndGet(seen, SessionToken::merge);
  }
}
