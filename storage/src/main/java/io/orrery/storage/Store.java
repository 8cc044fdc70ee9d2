// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.nio.file.Path;
import java.util.Optional;

/// An ordered map from bytes to bytes in a few [Family]s, with atomic durable batches and
/// snapshots. This is everything the engine asks of a disk.
///
/// - [#write] returns when the batch is durable: it survives kill -9 and power loss. Batches handed
///   in by several threads at once share one synchronisation of the disk.
/// - A batch that is written [Durability#UNSYNCED] is visible at once and survives kill -9; power
///   loss may take it, together with every unsynced batch behind it, but never one from between
///   others. A later synced batch makes all batches before it durable.
/// - Reads see every batch whose write has returned, never part of one.
/// - Keys compare as unsigned bytes.
/// - After [#close] every call fails with UNAVAILABLE, also on cursors and snapshots that are still
///   open; none of them crashes.
/// - A disk that refuses (full, broken) makes [#write] fail with STORAGE_FAILED: no read sees the
///   batch, and every later write fails as well until the store is opened anew. Whether the batch
///   is there then is open, all of it or nothing, as with a crash before [#write] returned. After
///   anything else that [#write] throws, nothing of the batch is there or will be.
/// - A key may be empty, and may not begin with sixteen bytes 0xFF (INVALID_ARGUMENT).
public interface Store extends Reader, AutoCloseable {

  /// The latest value of a key if memory has it or knows that there is none. Never waits for a
  /// disk.
  default Glance<byte[]> glance(Family family, byte[] key) {
    return Glance.unknown();
  }

  Batch newBatch();

  /// Writes the batch durably and atomically.
  default void write(Batch batch) {
    write(batch, Durability.SYNCED);
  }

  /// Writes the batch atomically.
  void write(Batch batch, Durability durability);

  /// Whether nothing was ever written here: what is missing otherwise was lost.
  boolean isBlank();

  Snapshot snapshot();

  /// A snapshot that never waits for a disk: what memory does not have, and what is more than was
  /// allowed, fails with [io.orrery.model.WouldWait]. Empty if there is no such thing.
  default Optional<Snapshot> glimpse(Allowance allowance) {
    return Optional.empty();
  }

  /// A consistent copy of everything into a new directory, cheap where files can be linked.
  void checkpoint(Path directory);

  /// About how many bytes on disk the range takes; what was written a moment ago may not count yet.
  long approximateBytes(Family family, KeyRange range);

  /// Gives the disk space of deleted keys in the range back, now rather than some day.
  void reclaim(Family family, KeyRange range);

  StoreMetrics metrics();

  @Override
  void close();
}
