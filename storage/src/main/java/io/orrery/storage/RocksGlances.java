// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.util.concurrent.atomic.AtomicInteger;
import org.rocksdb.ReadOptions;
import org.rocksdb.ReadTier;
import org.rocksdb.RocksDBException;

/// Reads of what is in memtables and in the block cache. The callers are counted in at the guard.
///
/// A glance in vain costs something: RocksDB tells of it by an exception. Where data is larger than
/// memory most would be in vain, so after one that was, the next are not even tried: one at first,
/// twice as many each time, until one succeeds.
final class RocksGlances implements AutoCloseable {
  private static final int PAUSE_MAX = 31;

  private final RocksFiles files;
  private final ReadOptions options = new ReadOptions().setReadTier(ReadTier.BLOCK_CACHE_TIER);

  /// How many glances are still to be left out, and how many were after the last one in vain. That
  /// threads get in each other's way makes it a few more or less.
  private final AtomicInteger left = new AtomicInteger();

  private volatile int pause;

  RocksGlances(RocksFiles files) {
    this.files = files;
  }

  Glance<byte[]> glance(Family family, byte[] key) {
    byte[] known = family == Family.ITEMS ? files.items().find(key, ItemCache.LATEST) : null;
    return known == null ? look(family, key) : Glance.of(known);
  }

  private Glance<byte[]> look(Family family, byte[] key) {
    if (left.get() > 0 && left.getAndDecrement() > 0) {
      return Glance.unknown();
    }
    try {
      long noYounger = files.database().getLatestSequenceNumber();
      byte[] value = files.database().get(files.handle(family), options, key);
      if (family == Family.ITEMS) {
        files.items().offer(key, value, noYounger);
      }
      if (pause > 0) {
        pause = 0;
      }
      return Glance.of(value);
    } catch (RocksDBException e) {
      if (RocksErrors.isIncomplete(e)) {
        pause = Math.min(2 * pause + 1, PAUSE_MAX);
        left.set(pause);
        return Glance.unknown();
      }
      throw files.refusal(e);
    }
  }

  @Override
  public void close() {
    options.close();
  }
}
