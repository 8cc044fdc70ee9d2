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

  /// Of the snapshot.
  private final long sequence;

  RocksReads(RocksFiles files, @Nullable Snapshot snapshot) {
    this(files, snapshot, ReadTier.READ_ALL_TIER);
  }

  private RocksReads(RocksFiles files, @Nullable Snapshot snapshot, ReadTier tier) {
    this.files = files;
    this.snapshot = snapshot;
    this.tier = tier;
    this.options = newOptions();
    this.sequence = snapshot == null ? ItemCache.LATEST : snapshot.getSequenceNumber();
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
    if (family != Family.ITEMS) {
      return read(family, key);
    }
    byte[] known = files.items().find(key, sequence);
    return known == null ? readItem(key) : known;
  }

  private byte @Nullable [] readItem(byte[] key) {
    long noYounger = snapshot == null ? files.database().getLatestSequenceNumber() : sequence;
    byte[] value = read(Family.ITEMS, key);
    files.items().offer(key, value, noYounger);
    return value;
  }

  private byte @Nullable [] read(Family family, byte[] key) {
    try {
      return files.database().get(files.handle(family), options, key);
    } catch (RocksDBException e) {
      throw refusal(e);
    }
  }

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
    byte[] @Nullable [] known = new byte[keys.size()][];
    if (family == Family.ITEMS) {
      for (int i = 0; i < known.length; i++) {
        known[i] = files.items().find(keys.get(i), sequence);
      }
    }
    // Without the disk RocksDB takes two to three times as long for several keys together as for
    // one after the other.
    if (tier == ReadTier.READ_ALL_TIER) {
      readTogether(family, keys, known, bytesMax);
    }
    return upTo(bytesMax, family, keys, known);
  }

  /// One native call for all keys that are not known yet, which ends when it has read too much.
  private void readTogether(
      Family family, List<byte[]> keys, byte[] @Nullable [] known, long bytesMax) {
    List<byte[]> missing = new ArrayList<>();
    for (int i = 0; i < known.length; i++) {
      if (known[i] == null) {
        missing.add(keys.get(i));
      }
    }
    if (missing.size() <= 1) {
      return;
    }
    List<ColumnFamilyHandle> families = Collections.nCopies(missing.size(), files.handle(family));
    try (ReadOptions limited = newOptions().setValueSizeSoftLimit(bytesMax)) {
      List<byte[]> read = files.database().multiGetAsList(limited, families, missing);
      int next = 0;
      for (int i = 0; i < known.length; i++) {
        if (known[i] == null) {
          known[i] = read.get(next++);
          if (family == Family.ITEMS) {
            files.items().offer(keys.get(i), known[i], sequence);
          }
        }
      }
    } catch (RocksDBException e) {
      throw refusal(e);
    }
  }

  /// The Java binding tells a key that is not there in no way from one that could not be read or
  /// was not read any more, so a missing key is asked for once more, alone.
  private List<byte @Nullable []> upTo(
      long bytesMax, Family family, List<byte[]> keys, byte[] @Nullable [] known) {
    List<byte @Nullable []> values = new ArrayList<>(keys.size());
    long bytes = 0;
    for (int i = 0; i < known.length; i++) {
      byte[] value = known[i] == null ? get(family, keys.get(i)) : known[i];
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
