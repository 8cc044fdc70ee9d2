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
      throw files.refusal(e);
    }
  }

  /// One native call for all keys, if none is missing. The Java binding tells a key it could not
  /// read from one that is not there in no way, so a missing key is asked for once more, alone.
  List<byte @Nullable []> getAll(Family family, List<byte[]> keys) {
    if (keys.isEmpty()) {
      return List.of();
    }
    List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), files.handle(family));
    try {
      List<byte @Nullable []> values =
          new ArrayList<>(files.database().multiGetAsList(options, families, keys));
      return areTrulyMissing(family, keys, values) ? values : getEachOfOneState(family, keys);
    } catch (RocksDBException e) {
      throw files.refusal(e);
    }
  }

  private boolean areTrulyMissing(
      Family family, List<byte[]> keys, List<byte @Nullable []> values) {
    for (int i = 0; i < values.size(); i++) {
      if (values.get(i) == null && get(family, keys.get(i)) != null) {
        return false;
      }
    }
    return true;
  }

  /// A key came to be in between, or could not be read for a moment only.
  private List<byte @Nullable []> getEachOfOneState(Family family, List<byte[]> keys) {
    if (snapshot == null) {
      try (RocksReads now = new RocksReads(files, files.database().getSnapshot())) {
        return now.getEachOfOneState(family, keys);
      }
    }
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    for (byte[] key : keys) {
      values.add(get(family, key));
    }
    return values;
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
