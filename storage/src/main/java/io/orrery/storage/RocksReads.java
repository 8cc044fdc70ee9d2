// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.WouldWait;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;
import org.rocksdb.Snapshot;

/// Reads of one state, the latest or a snapshot, on the caller's thread: they are short, and a hand
/// over to another thread costs more than most of them. The callers are counted in at the guard.
final class RocksReads implements AutoCloseable {
  /// What was deleted and is still to be merged away is walked over unseen, however much it is.
  private static final long SKIPPED_AT_ONCE_MAX = 256;

  private final RocksFiles files;
  private final @Nullable Snapshot snapshot;
  private final ReadTier tier;
  private final ReadOptions options;

  RocksReads(RocksFiles files, @Nullable Snapshot snapshot) {
    this(files, snapshot, ReadTier.READ_ALL_TIER);
  }

  private RocksReads(RocksFiles files, @Nullable Snapshot snapshot, ReadTier tier) {
    this.files = files;
    this.snapshot = snapshot;
    this.tier = tier;
    this.options = newOptions();
  }

  /// Reads of what is in memory, which fail with [WouldWait] where something is not.
  static RocksReads inMemory(RocksFiles files, Snapshot snapshot) {
    return new RocksReads(files, snapshot, ReadTier.BLOCK_CACHE_TIER);
  }

  /// What became of a read, in our words.
  RuntimeException refusal(RocksDBException cause) {
    return tier == ReadTier.BLOCK_CACHE_TIER && RocksErrors.isIncomplete(cause)
        ? new WouldWait()
        : files.refusal(cause);
  }

  byte @Nullable [] get(Family family, byte[] key) {
    try {
      return files.database().get(files.handle(family), options, key);
    } catch (RocksDBException e) {
      throw refusal(e);
    }
  }

  /// One native call for all keys, if none is missing, which ends when it has read too much. The
  /// Java binding tells a key that is not there in no way from one that could not be read or was
  /// not read any more, so a missing key is asked for once more, alone.
  List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    if (keys.isEmpty()) {
      return List.of();
    }
    if (snapshot == null) {
      // What is asked for once more is to be of the same state.
      try (RocksReads now = new RocksReads(files, files.database().getSnapshot())) {
        return now.getAll(family, keys, bytesMax);
      }
    }
    if (tier == ReadTier.BLOCK_CACHE_TIER) {
      return getEach(family, keys, bytesMax);
    }
    List<ColumnFamilyHandle> families = Collections.nCopies(keys.size(), files.handle(family));
    try (ReadOptions limited = newOptions().setValueSizeSoftLimit(bytesMax)) {
      return complete(
          family, keys, files.database().multiGetAsList(limited, families, keys), bytesMax);
    } catch (RocksDBException e) {
      throw refusal(e);
    }
  }

  /// Without the disk RocksDB takes two to three times as long for several keys together as for one
  /// after the other.
  private List<byte @Nullable []> getEach(Family family, List<byte[]> keys, long bytesMax) {
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    long bytes = 0;
    for (byte[] key : keys) {
      byte[] value = get(family, key);
      bytes += value == null ? 0 : value.length;
      if (bytes > bytesMax && !values.isEmpty()) {
        return values;
      }
      values.add(value);
    }
    return values;
  }

  /// @param read as the binding gives it, which says nothing of nulls, with null for a missing key
  private List<byte @Nullable []> complete(
      Family family, List<byte[]> keys, List<byte[]> read, long bytesMax) {
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    long bytes = 0;
    for (int i = 0; i < keys.size(); i++) {
      byte[] value = read.get(i);
      if (value == null) {
        value = get(family, keys.get(i));
      }
      bytes += value == null ? 0 : value.length;
      if (bytes > bytesMax && i > 0) {
        return values;
      }
      values.add(value);
    }
    return values;
  }

  /// Options for one cursor, which frees them.
  ReadOptions newOptions() {
    ReadOptions fresh = new ReadOptions();
    if (tier == ReadTier.BLOCK_CACHE_TIER) {
      fresh.setReadTier(tier).setMaxSkippableInternalKeys(SKIPPED_AT_ONCE_MAX);
    }
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
