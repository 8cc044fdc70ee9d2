// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.FlushOptions;
import org.rocksdb.LevelMetaData;
import org.rocksdb.MutableColumnFamilyOptions;
import org.rocksdb.Range;
import org.rocksdb.RocksDBException;
import org.rocksdb.Slice;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// Tidies a store that is only read. What was written last lies in several memtables and young
/// files, and a scan looks into each of them. While much is written that is as it should be, since
/// fewer of them would be merged more often; afterwards nobody would merge them until more is
/// written, and every query would go on paying.
///
/// Once next to nothing was written for a while in which there were scans, memtables become files
/// and RocksDB is told to merge young files even where there are few; as soon as more is written it
/// is as before. Merging is RocksDB's own, on its own thread, and ends with the store. What is
/// little beside the level it would be merged into is left alone, so that bursts far apart do not
/// rewrite that level each time; and where nobody scans, it would be for nobody.
final class RocksSettling implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(RocksSettling.class);
  private static final long LOOK_MILLIS = 2000;

  /// So few batches between two looks count as none, and so few scans.
  private static final long BATCHES_AT_REST_MAX = 100;

  private static final long SCANS_MIN = 100;

  private static final long BYTES_MIN = 1 << 20;

  /// Memtables become a file if they hold at least this part of the level below, and the young
  /// files, of which there are four at most at rest, are merged into it if they do.
  private static final int FLUSH_PART = 32;

  private static final int MERGE_PART = 8;

  /// Those that queries scan.
  private static final List<Family> SCANNED = List.of(Family.INDEX, Family.ITEMS);

  private final RocksFiles files;
  private final CallGuard guard;
  private final LongSupplier batchesWritten;
  private final LongSupplier scansOpened;
  private final CountDownLatch stopped = new CountDownLatch(1);
  private final Thread thread;

  // Of the thread alone.
  private final Set<Family> merging = EnumSet.noneOf(Family.class);
  private long batchesSeen;
  private long scansSeen;
  private boolean settled;

  /// @param batchesWritten grows with every batch
  /// @param scansOpened grows with every scan
  RocksSettling(
      RocksFiles files, CallGuard guard, LongSupplier batchesWritten, LongSupplier scansOpened) {
    this.files = files;
    this.guard = guard;
    this.batchesWritten = batchesWritten;
    this.scansOpened = scansOpened;
    this.thread = Thread.ofPlatform().name("storage-settling").daemon().unstarted(this::run);
  }

  void start() {
    thread.start();
  }

  /// The guard is closed already, so the thread is in no call that takes long.
  @Override
  public void close() {
    stopped.countDown();
  }

  private void run() {
    try {
      while (!stopped.await(LOOK_MILLIS, TimeUnit.MILLISECONDS) && guard.tryEnter()) {
        try {
          look();
        } finally {
          guard.exit();
        }
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /// The caller is counted in.
  void look() {
    long batches = batchesWritten.getAsLong() - batchesSeen;
    long scans = scansOpened.getAsLong() - scansSeen;
    batchesSeen += batches;
    scansSeen += scans;
    settled &= batches == 0;
    try {
      if (batches > BATCHES_AT_REST_MAX) {
        endMerging();
      } else if (!settled && scans >= SCANS_MIN) {
        settled = true;
        settle();
      }
    } catch (RocksDBException e) {
      LOGGER.warn("Tidying {} failed; queries may take longer", files.directory(), e);
    }
  }

  private void settle() throws RocksDBException {
    for (Family family : SCANNED) {
      ColumnFamilyHandle handle = files.handle(family);
      if (isWorthwhile(memtableBytes(handle), FLUSH_PART, bytesBelow(levels(handle)))) {
        try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
          files.database().flush(waiting, handle);
        }
      }
      List<LevelMetaData> levels = levels(handle);
      long young = levels.getFirst().size();
      if (isWorthwhile(young, MERGE_PART, bytesBelow(levels)) && merging.add(family)) {
        mergeFrom(handle, 1);
      }
    }
  }

  private void endMerging() throws RocksDBException {
    for (Family family : merging) {
      mergeFrom(files.handle(family), RocksOptions.YOUNG_FILES_MERGED);
    }
    merging.clear();
  }

  private void mergeFrom(ColumnFamilyHandle handle, int youngFiles) throws RocksDBException {
    files
        .database()
        .setOptions(
            handle,
            MutableColumnFamilyOptions.builder()
                .setLevel0FileNumCompactionTrigger(youngFiles)
                .build());
  }

  /// What they hold; what they take of the memory is a megabyte and more even when they are empty.
  private long memtableBytes(ColumnFamilyHandle handle) {
    try (Slice from = new Slice(new byte[0]);
        Slice to = new Slice(SerializedBatch.END)) {
      return files.database().getApproximateMemTableStats(handle, new Range(from, to)).size;
    }
  }

  private List<LevelMetaData> levels(ColumnFamilyHandle handle) {
    return files.database().getColumnFamilyMetaData(handle).levels();
  }

  /// In the level that young files are merged into.
  private static long bytesBelow(List<LevelMetaData> levels) {
    for (LevelMetaData level : levels.subList(1, levels.size())) {
      if (level.size() > 0) {
        return level.size();
      }
    }
    return 0;
  }

  static boolean isWorthwhile(long bytes, int part, long bytesBelow) {
    return bytes >= Math.max(BYTES_MIN, bytesBelow / part);
  }
}
