// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Durability;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Snapshot;
import io.orrery.storage.Store;
import io.orrery.storage.StoreMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A store in memory whose writes wait until a test lets them pass, whose reads and writes fail
/// when it says so, and that counts what is left open.
final class GatedStore implements Store {
  private final Store inner = new MemoryStore();

  /// One permit for each write that may pass.
  final Semaphore gate = new Semaphore(0);

  /// Writes that stand before the gate or have passed it.
  final Semaphore arrived = new Semaphore(0);

  volatile boolean broken;

  /// The largest batch so far.
  volatile int batchBytesMax;

  /// Called with the key of every read, and with every key a cursor comes to; may throw.
  volatile Consumer<byte[]> reading = _ -> {};

  /// Called before every write; may throw.
  volatile Runnable writing = () -> {};

  /// Snapshots and cursors that nobody has closed.
  final AtomicInteger open = new AtomicInteger();

  @Override
  public Batch newBatch() {
    return inner.newBatch();
  }

  @Override
  public void write(Batch batch, Durability durability) {
    arrived.release();
    gate.acquireUninterruptibly();
    writing.run();
    if (broken) {
      throw new OrreryException(ErrorCode.STORAGE_FAILED, "The disk is full.");
    }
    batchBytesMax = Math.max(batchBytesMax, batch.bytes());
    inner.write(batch, durability);
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    reading.accept(key);
    return inner.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    return inner.getAll(family, keys, bytesMax);
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    return new CountedCursor(inner.scan(family, range, direction));
  }

  @Override
  public boolean isBlank() {
    return inner.isBlank();
  }

  @Override
  public Snapshot snapshot() {
    return new CountedSnapshot(inner.snapshot());
  }

  private final class CountedSnapshot implements Snapshot {
    private final Snapshot snapshot;

    CountedSnapshot(Snapshot snapshot) {
      this.snapshot = snapshot;
      open.incrementAndGet();
    }

    @Override
    public byte @Nullable [] get(Family family, byte[] key) {
      reading.accept(key);
      return snapshot.get(family, key);
    }

    @Override
    public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
      return snapshot.getAll(family, keys, bytesMax);
    }

    @Override
    public Cursor scan(Family family, KeyRange range, Direction direction) {
      return new CountedCursor(snapshot.scan(family, range, direction));
    }

    @Override
    public void close() {
      snapshot.close();
      open.decrementAndGet();
    }
  }

  private final class CountedCursor implements Cursor {
    private final Cursor cursor;

    CountedCursor(Cursor cursor) {
      this.cursor = cursor;
      open.incrementAndGet();
    }

    @Override
    public boolean next() {
      boolean there = cursor.next();
      if (there) {
        reading.accept(cursor.key());
      }
      return there;
    }

    @Override
    public void seek(byte[] key) {
      cursor.seek(key);
    }

    @Override
    public byte[] key() {
      return cursor.key();
    }

    @Override
    public byte[] value() {
      return cursor.value();
    }

    @Override
    public void close() {
      cursor.close();
      open.decrementAndGet();
    }
  }

  @Override
  public void checkpoint(Path directory) {
    inner.checkpoint(directory);
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    return inner.approximateBytes(family, range);
  }

  @Override
  public void reclaim(Family family, KeyRange range) {
    inner.reclaim(family, range);
  }

  @Override
  public StoreMetrics metrics() {
    return inner.metrics();
  }

  @Override
  public void close() {
    inner.close();
  }
}
