// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.Direction;
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
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// A store in memory that does first what a test says, which may be to wait or to fail.
public final class FaultyStore implements Store {
  private final Store inner = new MemoryStore();

  /// Called before every scan of the latest state.
  public volatile Consumer<Family> scanning = _ -> {};

  /// Called before every write.
  public volatile Runnable writing = () -> {};

  /// Called with every batch that is not synchronised; false if the power fails before it is.
  public volatile BooleanSupplier surviving = () -> true;

  /// Called before space is given back.
  public volatile Consumer<KeyRange> reclaiming = _ -> {};

  @Override
  public boolean isBlank() {
    return inner.isBlank();
  }

  @Override
  public Batch newBatch() {
    return inner.newBatch();
  }

  @Override
  public void write(Batch batch, Durability durability) {
    writing.run();
    if (durability == Durability.SYNCED || surviving.getAsBoolean()) {
      inner.write(batch, durability);
    }
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
    scanning.accept(family);
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
    reclaiming.accept(range);
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
