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
import org.jspecify.annotations.Nullable;
import org.rocksdb.RocksDBException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Writes the batches of all threads with one thread: whatever waits when the disk is free goes out
/// as one group, with one synchronisation.
///
/// There is no delay to collect more: a batch alone is written at once, and while the disk is busy
/// with it the next group gathers by itself. The callers, mostly virtual threads, only park; the
/// native call and its wait for the disk hold this one platform thread and no carrier. The queue is
/// as long as there are threads inside [#write], since each waits for its own batch.
///
/// After a failure nothing is written any more. A log whose synchronisation failed may have lost
/// pages the operating system no longer knows about, so trying again would acknowledge writes on
/// top of a hole.
final class GroupCommit {
  /// Where a group goes: returns when it is durable.
  @FunctionalInterface
  interface Log {
    void append(byte[] group) throws RocksDBException;
  }

  private static final Logger LOGGER = LoggerFactory.getLogger(GroupCommit.class);
  private static final int GROUP_COUNT_MAX = 1024;
  private static final int GROUP_BYTES_MAX = 4 << 20;

  private final Log log;
  private final String place;
  private final Thread thread;
  private final ConcurrentLinkedQueue<Waiting> queue = new ConcurrentLinkedQueue<>();
  private final AtomicBoolean idle = new AtomicBoolean();
  private volatile boolean stopping;
  private volatile @Nullable Throwable failure;
  private final LongAdder batchesWritten = new LongAdder();
  private final LongAdder groupsWritten = new LongAdder();

  // Of the commit thread alone, kept between groups to spare allocation.
  private final List<Waiting> group = new ArrayList<>();
  private final List<SerializedBatch> batches = new ArrayList<>();

  /// `place` names the store in messages.
  GroupCommit(Log log, String place) {
    this.log = log;
    this.place = place;
    this.thread = Thread.ofPlatform().name("storage-commit").daemon().unstarted(this::run);
    thread.start();
  }

  /// Returns when the batch is durable. An interrupt does not end the wait, since the outcome would
  /// be unknown; it is there again afterwards.
  void write(SerializedBatch batch) {
    Waiting waiting = new Waiting(batch, Thread.currentThread());
    queue.add(waiting);
    if (idle.get() && idle.compareAndSet(true, false)) {
      LockSupport.unpark(thread);
    }
    boolean interrupted = false;
    while (!waiting.finished) {
      LockSupport.park(this);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    if (waiting.failure != null) {
      throw refusal(waiting.failure);
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

  long groupsWritten() {
    return groupsWritten.sum();
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

  private void run() {
    while (true) {
      if (takeGroup()) {
        commitGroup();
      } else if (stopping) {
        return;
      } else {
        awaitWork();
      }
    }
  }

  private void awaitWork() {
    idle.set(true);
    if (queue.isEmpty() && !stopping) {
      LockSupport.park(this);
    }
    idle.set(false);
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

  // Whatever is thrown, the callers must hear of it, or they would wait for ever.
  private void commitGroup() {
    if (failure == null) {
      try {
        log.append(SerializedBatch.group(batches));
        batchesWritten.add(batches.size());
        groupsWritten.increment();
      } catch (Throwable e) {
        failure = e;
        LOGGER.error(
            "Writing to {} failed; it takes no more writes until it is reopened", place, e);
      }
    }
    for (Waiting waiting : group) {
      waiting.finish(failure);
    }
    group.clear();
    batches.clear();
  }

  private OrreryException refusal(Throwable cause) {
    return new OrreryException(
        ErrorCode.STORAGE_FAILED,
        "Writing to "
            + place
            + " failed ("
            + cause.getMessage()
            + "); it takes no more writes until it is opened anew.",
        cause);
  }

  private static final class Waiting {
    final SerializedBatch batch;
    private final Thread caller;
    private @Nullable Throwable failure;
    private volatile boolean finished;

    Waiting(SerializedBatch batch, Thread caller) {
      this.batch = batch;
      this.caller = caller;
    }

    void finish(@Nullable Throwable outcome) {
      failure = outcome;
      finished = true;
      LockSupport.unpark(caller);
    }
  }
}
