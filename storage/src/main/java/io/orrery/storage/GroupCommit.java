// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the batches of all threads, one group at a time: whatever waits when the disk is free
/// goes out with one synchronisation.
///
/// There is no delay to collect more: a batch alone is written at once, by the thread that brings
/// it, which saves waking another one and being woken by it. While the disk is busy with it the
/// next group gathers by itself, and the commit thread writes that one and all that follow, until
/// nothing waits. So the native call and its wait for the disk hold one thread at most, which is a
/// carrier at worst; there is one to spare for it (docs/adr/0019). The queue is as long as there
/// are threads inside [#write], since each waits for its own batch.
///
/// After a failure of the log nothing is written any more. A log whose synchronisation failed may
/// have lost pages the operating system no longer knows about, so trying again would acknowledge
/// writes on top of a hole. A lack of memory before the log was touched is no such failure: only
/// the batches it was for are refused.
///
/// Every caller gets an outcome, whatever is thrown in here. So the thread's own lists never grow,
/// callers are told before anything is logged, and nothing thrown ends the thread.
final class GroupCommit {
  /// Where a group goes: returns when it is as durable as was asked.
  @FunctionalInterface
  interface Log {
    void append(List<SerializedBatch> group, byte[] serialized, Durability durability)
        throws RocksDBException;
  }

  private static final Logger LOGGER = LoggerFactory.getLogger(GroupCommit.class);
  private static final int GROUP_COUNT_MAX = 1024;
  private static final int GROUP_BYTES_MAX = 4 << 20;

  private final Log log;
  private final Function<List<SerializedBatch>, byte[]> concatenation;
  private final String place;
  private final Thread thread;
  private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();

  /// Set by whoever writes a group, the commit thread or a caller.
  private final AtomicBoolean busy = new AtomicBoolean();

  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;
  private final LongAdder batchesWritten = new LongAdder();
  private final LongAdder groupsSynced = new LongAdder();

  // Of whoever has set busy, kept between groups to spare allocation.
  private final List<Waiting> group = new ArrayList<>(GROUP_COUNT_MAX);
  private final List<SerializedBatch> batches = new ArrayList<>(GROUP_COUNT_MAX);

  /// `place` names the store in messages.
  GroupCommit(Log log, String place) {
    this(log, SerializedBatch::group, place);
  }

  GroupCommit(Log log, Function<List<SerializedBatch>, byte[]> concatenation, String place) {
    this.log = log;
    this.concatenation = concatenation;
    this.place = place;
    this.thread = Thread.ofPlatform().name("storage-commit").daemon().unstarted(this::run);
    thread.start();
  }

  /// Returns when the batch is as durable as was asked; in a group with one that is synced, all
  /// are. An interrupt does not end the wait, since the outcome would be unknown; it is there again
  /// afterwards.
  void write(SerializedBatch batch, Durability durability) {
    Waiting waiting = new Waiting(batch, durability, Thread.currentThread());
    if (queue.isEmpty() && busy.compareAndSet(false, true)) {
      commitAlone(waiting);
    } else {
      queue.add(waiting);
      if (!busy.get()) {
        LockSupport.unpark(thread);
      }
      await(waiting);
    }
    if (waiting.failure != null) {
      throw refusal(waiting.failure, waiting.forGood);
    }
  }

  private void commitAlone(Waiting only) {
    try {
      group.add(only);
      batches.add(only.batch);
      commitGroup();
    } catch (RuntimeException | Error e) {
      giveUp(e);
    } finally {
      busy.set(false);
    }
    if (!queue.isEmpty()) {
      LockSupport.unpark(thread);
    }
  }

  private void await(Waiting waiting) {
    boolean interrupted = false;
    while (!waiting.finished) {
      try {
        LockSupport.park(this);
      } catch (OutOfMemoryError _) {
        // A virtual thread needs memory to park. The batch is on its way: to leave now would hide
        // what becomes of it.
        Thread.onSpinWait();
      }
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// False once a write has failed.
  boolean isWritable() {
    return failure == null;
  }

  /// How many batches wait; takes as long as there are.
  int waiting() {
    return queue.size();
  }

  long batchesWritten() {
    return batchesWritten.sum();
  }

  /// How often the disk was synchronised.
  long groupsSynced() {
    return groupsSynced.sum();
  }

  /// Ends the thread, after everything that waits; nobody may be inside or call [#write] any more.
  void stop() {
    stopping = true;
    LockSupport.unpark(thread);
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /// Whoever adds to the queue looks afterwards whether somebody writes, and whoever has written
  /// looks afterwards whether somebody waits: one of them sees the other and wakes the thread.
  private void run() {
    while (!stopping || !queue.isEmpty()) {
      if (queue.isEmpty() || !busy.compareAndSet(false, true)) {
        LockSupport.park(this);
      } else {
        commitAll();
      }
    }
  }

  private void commitAll() {
    try {
      while (takeGroup()) {
        commitGroup();
      }
    } catch (RuntimeException | Error e) {
      giveUp(e);
    } finally {
      busy.set(false);
    }
  }

  private boolean takeGroup() {
    int bytes = 0;
    Waiting next = queue.peek();
    while (next != null && group.size() < GROUP_COUNT_MAX) {
      if (!group.isEmpty() && bytes + next.batch.bytes() > GROUP_BYTES_MAX) {
        break;
      }
      bytes += next.batch.bytes();
      group.add(next);
      batches.add(next.batch);
      queue.remove();
      next = queue.peek();
    }
    return !group.isEmpty();
  }

  private void commitGroup() {
    boolean wasWritable = isWritable();
    commit(0, group.size());
    group.clear();
    batches.clear();
    Throwable cause = failure;
    if (wasWritable && cause != null) {
      report(cause);
    }
  }

  private Durability durability(int from, int to) {
    for (int i = from; i < to; i++) {
      if (group.get(i).durability == Durability.SYNCED) {
        return Durability.SYNCED;
      }
    }
    return Durability.UNSYNCED;
  }

  /// Writes a part of the group and tells its callers.
  private void commit(int from, int to) {
    if (failure != null) {
      finish(from, to, failure, true);
      return;
    }
    byte[] serialized;
    try {
      serialized = concatenation.apply(batches.subList(from, to));
    } catch (OutOfMemoryError e) {
      commitSingly(from, to, e);
      return;
    }
    Durability durability = durability(from, to);
    try {
      log.append(batches.subList(from, to), serialized, durability);
    } catch (RocksDBException | RuntimeException | Error e) {
      failure = e;
      finish(from, to, e, true);
      return;
    }
    batchesWritten.add(to - from);
    if (durability == Durability.SYNCED) {
      groupsSynced.increment();
    }
    finish(from, to, null, false);
  }

  /// There is no memory for all of them together; perhaps there is for each.
  private void commitSingly(int from, int to, OutOfMemoryError shortage) {
    if (to - from == 1) {
      finish(from, to, shortage, false);
      return;
    }
    for (int i = from; i < to; i++) {
      commit(i, i + 1);
    }
  }

  private void finish(int from, int to, @Nullable Throwable cause, boolean forGood) {
    for (int i = from; i < to; i++) {
      group.get(i).finish(cause, forGood);
    }
  }

  /// Something here went wrong that must not: nobody in the group may wait for ever.
  private void giveUp(Throwable cause) {
    failure = cause;
    finish(0, group.size(), cause, true);
    group.clear();
    batches.clear();
    report(cause);
  }

  private void report(Throwable cause) {
    try {
      LOGGER.error(
          "Writing to {} failed; it takes no more writes until it is reopened", place, cause);
    } catch (RuntimeException | Error _) {
      // Without memory there is no log either. The callers know, and so do the metrics.
    }
  }

  private static OrreryException refusal(Throwable cause, boolean forGood) {
    return forGood
        ? new OrreryException(
            ErrorCode.STORAGE_FAILED,
            "Writing failed (%s); nothing can be written until the server is restarted."
                .formatted(RocksErrors.reason(cause)),
            cause)
        : new OrreryException(
            ErrorCode.UNAVAILABLE,
            "There was no memory left to write this, so nothing of it was written; try again.",
            cause);
  }

  private static final class Waiting {
    final SerializedBatch batch;
    final Durability durability;
    private final Thread caller;
    private @Nullable Throwable failure;
    private boolean forGood;
    private volatile boolean finished;

    Waiting(SerializedBatch batch, Durability durability, Thread caller) {
      this.batch = batch;
      this.durability = durability;
      this.caller = caller;
    }

    void finish(@Nullable Throwable cause, boolean lasting) {
      if (finished) {
        return;
      }
      failure = cause;
      forGood = lasting;
      finished = true;
      if (!caller.equals(Thread.currentThread())) {
        LockSupport.unpark(caller);
      }
    }
  }
}
