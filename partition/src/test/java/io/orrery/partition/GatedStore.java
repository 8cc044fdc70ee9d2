// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Snapshot;
import io.orrery.storage.Store;
import io.orrery.storage.StoreMetrics;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/// A store in memory whose writes wait until a test lets them pass, and fail when it says so.
final class GatedStore implements Store {
  private final Store inner = new MemoryStore();

  /// One permit for each write that may pass.
  final Semaphore gate = new Semaphore(0);

  /// Writes that stand before the gate or have passed it.
  final Semaphore arrived = new Semaphore(0);

  volatile boolean broken;

  /// The largest batch so far.
  volatile int batchBytesMax;

  @Override
  public Batch newBatch() {
    return inner.newBatch();
  }

  @Override
  public void write(Batch batch) {
    arrived.release();
    gate.acquireUninterruptibly();
    if (broken) {
      throw new OrreryException(ErrorCode.STORAGE_FAILED, "The disk is full.");
    }
    batchBytesMax = Math.max(batchBytesMax, batch.bytes());
    inner.write(batch);
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return inner.get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    return inner.getAll(family, keys, bytesMax);
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    return inner.scan(family, range, direction);
  }

  @Override
  public Snapshot snapshot() {
    return inner.snapshot();
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
