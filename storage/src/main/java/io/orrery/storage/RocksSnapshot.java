// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/// A snapshot of a [RocksStore]. Its calls are counted twice: at the store, which may close, and
/// here, where another thread may close the snapshot itself.
final class RocksSnapshot implements Snapshot {
  private final RocksStore store;
  private final RocksReads reads;
  private final CallGuard guard = new CallGuard("snapshot", 1);
  private final AtomicBoolean freed = new AtomicBoolean();

  RocksSnapshot(RocksStore store, RocksReads reads) {
    this.store = store;
    this.reads = reads;
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    enter();
    try {
      return reads.get(family, key);
    } finally {
      exit();
    }
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    enter();
    try {
      return reads.getAll(family, keys, bytesMax);
    } finally {
      exit();
    }
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    enter();
    try {
      return store.newCursor(family, reads, range, direction);
    } finally {
      exit();
    }
  }

  @Override
  public void close() {
    // A store that is closing frees its snapshots itself.
    if (store.guard().tryEnter()) {
      try {
        free();
      } finally {
        store.guard().exit();
      }
    }
  }

  /// Frees what is native, once. The database is open still, and stays so meanwhile.
  void free() {
    guard.close();
    guard.drain();
    if (freed.compareAndSet(false, true)) {
      reads.close();
      store.forget(this);
    }
  }

  private void enter() {
    store.guard().enter();
    if (!guard.tryEnter()) {
      store.guard().exit();
      throw guard.refusal();
    }
  }

  private void exit() {
    guard.exit();
    store.guard().exit();
  }
}
