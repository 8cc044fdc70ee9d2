// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/// A store in memory, gone when the process ends: for trying things out and for tests.
///
/// Its state is one immutable value. A write makes the next one and puts it in place of the old, so
/// readers see whole batches without locks, and a snapshot is the value of a moment.
public final class MemoryStore implements Store {
  private final ReentrantLock writing = new ReentrantLock();

  // Decides the shape of trees, never what is in them; guarded by the lock.
  private final RandomGenerator random = new SplittableRandom();
  private volatile MemoryState state = MemoryState.EMPTY;
  private final LongAdder batchesWritten = new LongAdder();
  private volatile boolean closed;

  @Override
  public Batch newBatch() {
    return new SerializedBatch();
  }

  /// Durability makes no difference here: the end of the process takes everything.
  @Override
  public void write(Batch batch, Durability durability) {
    if (!(batch instanceof SerializedBatch serialized)) {
      throw new OrreryException(ErrorCode.INTERNAL, "This batch was not made by newBatch().");
    }
    writing.lock();
    try {
      requireOpen();
      serialized.requireUnwritten();
      state = state.with(serialized, random);
      batchesWritten.increment();
    } finally {
      writing.unlock();
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return current().get(family, key);
  }

  @Override
  public Glance<byte[]> glance(Family family, byte[] key) {
    return Glance.of(get(family, key));
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    return current().getAll(family, keys, bytesMax);
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    return new MemoryCursor(this, current().tree(family), range, direction);
  }

  @Override
  public boolean isBlank() {
    return batchesWritten.sum() == 0;
  }

  @Override
  public Snapshot snapshot() {
    return new MemorySnapshot(this, current());
  }

  @Override
  public Optional<Snapshot> glimpse(Allowance allowance) {
    return Optional.of(new AllowedSnapshot(snapshot(), allowance));
  }

  @Override
  public void checkpoint(Path directory) {
    requireOpen();
    throw new OrreryException(
        ErrorCode.NOT_SUPPORTED, "A store in memory cannot make a checkpoint on disk.");
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    return current().tree(family).bytes(range);
  }

  /// Does nothing: memory that nothing refers to comes back by itself.
  @Override
  public void reclaim(Family family, KeyRange range) {
    requireOpen();
  }

  @Override
  public StoreMetrics metrics() {
    MemoryState now = current();
    long bytes = 0;
    for (Family family : Family.values()) {
      bytes += now.tree(family).bytes(KeyRange.ALL);
    }
    long written = batchesWritten.sum();
    return new StoreMetrics(0, 0, bytes, 0, 0, written, written, 0, true);
  }

  @Override
  public void close() {
    writing.lock();
    try {
      closed = true;
      state = MemoryState.EMPTY;
    } finally {
      writing.unlock();
    }
  }

  void requireOpen() {
    if (closed) {
      throw new OrreryException(ErrorCode.UNAVAILABLE, "The store is closed.");
    }
  }

  private MemoryState current() {
    // In this order: the state of a store that is closed meanwhile must not pass for an empty one.
    MemoryState now = state;
    requireOpen();
    return now;
  }
}
