// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// A snapshot of a [MemoryStore].
final class MemorySnapshot implements Snapshot {
  private final MemoryStore store;
  private volatile @Nullable MemoryState state;

  MemorySnapshot(MemoryStore store, MemoryState state) {
    this.store = store;
    this.state = state;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    return open().get(family, key);
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    return open().getAll(family, keys, bytesMax);
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    return new MemoryCursor(store, open().tree(family), range, direction);
  }

  @Override
  public void close() {
    state = null;
  }

  private MemoryState open() {
    store.requireOpen();
    MemoryState now = state;
    if (now == null) {
      throw new OrreryException(ErrorCode.UNAVAILABLE, "The snapshot is closed.");
    }
    return now;
  }
}
