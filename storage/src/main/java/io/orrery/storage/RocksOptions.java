// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Properties;
import org.rocksdb.AbstractNativeReference;
import org.rocksdb.BlockBasedTableConfig;
import org.rocksdb.BloomFilter;
import org.rocksdb.Cache;
import org.rocksdb.ColumnFamilyDescriptor;
import org.rocksdb.ColumnFamilyOptions;
import org.rocksdb.CompressionType;
import org.rocksdb.DBOptions;
import org.rocksdb.HyperClockCache;
import org.rocksdb.InfoLogLevel;
import org.rocksdb.RocksDB;
import org.rocksdb.WALRecoveryMode;
import org.rocksdb.WriteBufferManager;

/// How RocksDB is set up, and the native objects that say so; they live as long as the database.
final class RocksOptions implements AutoCloseable {
  private static final long MEGABYTE = 1L << 20;
  private static final double BLOOM_BITS_PER_KEY = 10;

  /// A scan looks up a block for every few items: with blocks twice as large as RocksDB's own, it
  /// takes 0.8 of the processor time. Larger ones make single reads dearer, and scans no cheaper.
  private static final long ITEM_BLOCK_BYTES = 8 << 10;

  /// Most items that are looked up are in no memtable; without a filter each look-up searches all
  /// of them. It takes a twentieth of their memory; a query for 20 items that lie apart, asked
  /// after many writes, takes 0.8 of the processor time.
  private static final double ITEM_MEMTABLE_BLOOM = 0.05;

  /// Finding the place of a key in a memtable misses the processor's cache at every step once the
  /// memtable is larger than that, and ten index keys come with each item. So there are several
  /// small ones, of which four become one file: files as small as these would have to be merged
  /// more often. Further ones take what is written while four go to disk.
  private static final int INDEX_MEMTABLES_PER_FILE = 4;

  private static final int INDEX_MEMTABLES_MAX = 2 * INDEX_MEMTABLES_PER_FILE + 1;

  /// So many files of the first level are merged into the next, while there are writers.
  static final int YOUNG_FILES_MERGED = 4;

  /// So many files of the log are used again, rather than new ones made: the disk need not note
  /// that a file has become longer with every synchronisation, which takes half of its time. As
  /// many as there are at once when logs are as long as they may get.
  private static final int LOG_FILES_KEPT = 16;

  private final RocksSettings settings;
  private final Deque<AbstractNativeReference> owned = new ArrayDeque<>();
  private final Cache cache;
  private final BloomFilter bloom;

  RocksOptions(RocksSettings settings) {
    this.settings = settings;
    this.cache = own(newCache(settings.blockCacheBytes()));
    this.bloom = own(new BloomFilter(BLOOM_BITS_PER_KEY));
  }

  /// It finds blocks without a lock and without moving them in a list: a look-up of an item takes
  /// 0.8 to 0.9 of the processor time it takes with RocksDB's other cache, already by one thread.
  private static Cache newCache(long bytes) {
    long anyEntryBytes = 0;
    int anyShardBits = -1;
    return new HyperClockCache(bytes, anyEntryBytes, anyShardBits, false);
  }

  RocksSettings settings() {
    return settings;
  }

  Cache cache() {
    return cache;
  }

  /// What is done with the files of the log.
  enum LogFiles {
    /// Read to their ends, of which [LogRecovery] has made whole ones.
    RECOVERED,
    /// Read to their ends, as builds left them that never used a file again.
    RECOVERED_PLAIN,
    /// Used again, see [#LOG_FILES_KEPT]. There is nothing to be read in them.
    USED_AGAIN
  }

  /// @param verified whether logs are compared with what others say of them
  DBOptions database(boolean create, boolean verified, LogFiles logs) {
    DBOptions options = own(verified ? withLogVerification() : new DBOptions());
    options
        .setCreateIfMissing(create)
        .setCreateMissingColumnFamilies(create)
        .setParanoidChecks(true)
        .setWalRecoveryMode(recoveryMode(logs))
        .setRecycleLogFileNum(logs == LogFiles.USED_AGAIN ? LOG_FILES_KEPT : 0)
        .setMaxTotalWalSize(settings.logBytesMax())
        .setWriteBufferManager(own(new WriteBufferManager(settings.memtableBytes(), cache)))
        .setMaxBackgroundJobs(settings.backgroundThreads())
        .setMaxOpenFiles(settings.openFilesMax())
        // A failed store stays failed until it is opened anew: see GroupCommit.
        .setMaxBgErrorResumeCount(0)
        // Opening must be quick: no table is read for statistics nobody looks at.
        .setSkipStatsUpdateOnDbOpen(true)
        .setStatsDumpPeriodSec(0)
        .setStatsPersistPeriodSec(0)
        .setBytesPerSync(MEGABYTE)
        .setInfoLogLevel(InfoLogLevel.WARN_LEVEL)
        .setMaxLogFileSize(4 * MEGABYTE)
        .setKeepLogFileNum(3);
    return options;
  }

  /// The default family, which RocksDB insists on and we leave empty, then ours in their order.
  List<ColumnFamilyDescriptor> families() {
    List<ColumnFamilyDescriptor> descriptors = new ArrayList<>();
    descriptors.add(
        new ColumnFamilyDescriptor(RocksDB.DEFAULT_COLUMN_FAMILY, own(new ColumnFamilyOptions())));
    for (Family family : Family.values()) {
      byte[] name = family.name().toLowerCase(Locale.ROOT).getBytes(StandardCharsets.US_ASCII);
      descriptors.add(new ColumnFamilyDescriptor(name, own(tuned(family))));
    }
    return descriptors;
  }

  @Override
  public void close() {
    while (!owned.isEmpty()) {
      owned.removeLast().close();
    }
  }

  /// An incomplete record at the end of the log is a write that nobody was told about: power went
  /// away in the middle of it. It is dropped. A record that is complete but wrong was damaged
  /// later: opening fails, since dropping it, and with it everything behind it, would lose
  /// acknowledged writes without a word. That is what RocksDB's own default, point-in-time
  /// recovery, would do, the only mode in which it uses files again: so it never reads any in it.
  private static WALRecoveryMode recoveryMode(LogFiles logs) {
    return switch (logs) {
      case RECOVERED -> WALRecoveryMode.AbsoluteConsistency;
      case RECOVERED_PLAIN -> WALRecoveryMode.TolerateCorruptedTailRecords;
      case USED_AGAIN -> WALRecoveryMode.PointInTimeRecovery;
    };
  }

  /// An end is tolerable only in the last log. Each log begins with the number and the length of
  /// the one before it, so that one cut short or missing is found. The manifest could note that as
  /// well, but would be written and synchronised again with every group. The Java binding has no
  /// setter.
  private static DBOptions withLogVerification() {
    Properties properties = new Properties();
    properties.setProperty("track_and_verify_wals", "true");
    return Objects.requireNonNull(DBOptions.getDBOptionsFromProps(properties));
  }

  private ColumnFamilyOptions tuned(Family family) {
    BlockBasedTableConfig table =
        new BlockBasedTableConfig()
            .setFormatVersion(6)
            .setBlockCache(cache)
            .setCacheIndexAndFilterBlocks(true)
            .setCacheIndexAndFilterBlocksWithHighPriority(true)
            .setPinL0FilterAndIndexBlocksInCache(true);
    // ZSTD at the bottom, where a small store has nearly everything, saves a quarter of the disk
    // and takes twice the processor time of all merging, and more of every read from disk.
    ColumnFamilyOptions options =
        new ColumnFamilyOptions()
            .setCompressionType(CompressionType.LZ4_COMPRESSION)
            .setLevel0FileNumCompactionTrigger(YOUNG_FILES_MERGED);
    switch (family) {
      case META -> table.setFilterPolicy(bloom).setWholeKeyFiltering(true);
      case ITEMS -> {
        table.setFilterPolicy(bloom).setWholeKeyFiltering(true).setBlockSize(ITEM_BLOCK_BYTES);
        options
            .setMemtableWholeKeyFiltering(true)
            .setMemtablePrefixBloomSizeRatio(ITEM_MEMTABLE_BLOOM);
      }
      case INDEX ->
          options
              .setCompressionPerLevel(withoutCompressionAbove())
              .setMaxWriteBufferNumber(INDEX_MEMTABLES_MAX)
              .setMinWriteBufferNumberToMerge(INDEX_MEMTABLES_PER_FILE);
      case FEED -> {}
    }
    return options.setWriteBufferSize(memtableBytes(family)).setTableFormatConfig(table);
  }

  /// Ten index keys come with each item and are merged more often than they are read: packing them
  /// at every level costs more processor time than the disk space is worth.
  private static List<CompressionType> withoutCompressionAbove() {
    return List.of(
        CompressionType.NO_COMPRESSION,
        CompressionType.NO_COMPRESSION,
        CompressionType.LZ4_COMPRESSION);
  }

  private long memtableBytes(Family family) {
    long share = settings.memtableBytes();
    return switch (family) {
      case META -> share / 16;
      case ITEMS, FEED -> share / 4;
      case INDEX -> share / 4 / INDEX_MEMTABLES_PER_FILE;
    };
  }

  private <T extends AbstractNativeReference> T own(T reference) {
    owned.addLast(reference);
    return reference;
  }
}
