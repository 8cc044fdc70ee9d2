// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/// Reads of one state, the latest or a snapshot, on the caller's thread: they are short, and a hand
/// over to another thread costs more than most of them. The callers are counted in at the guard.
final class RocksReads implements AutoCloseable {
  private final RocksFiles files;
  private final @Nullable Snapshot snapshot;
  private final ReadOptions options;

  RocksReads(RocksFiles files, @Nullable Snapshot snapshot) {
    this.files = files;
    this.snapshot = snapshot;
    this.options = newOptions();
  }

  byte @Nullable [] get(Family family, byte[] key) {
    try {
      return files.database().get(files.handle(family), options, key);
    } catch (RocksDBException e) {
      throw RocksErrors.working(files.directory(), e);
    }
  }

  List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    try {
      List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), files.handle(family));
      return new ArrayList<>(files.database().multiGetAsList(options, families, keys));
    } catch (RocksDBException e) {
      throw RocksErrors.working(files.directory(), e);
    }
  }

  /// Options for one cursor, which frees them.
  ReadOptions newOptions() {
    ReadOptions fresh = new ReadOptions();
    return snapshot == null ? fresh : fresh.setSnapshot(snapshot);
  }

  @Override
  public void close() {
    options.close();
    if (snapshot != null) {
      files.database().releaseSnapshot(snapshot);
      snapshot.close();
    }
  }
}
