// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.OrreryException;
import io.orrery.storage.RocksOptions.LogFiles;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.DBOptions;
import org.rocksdb.FlushOptions;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The open database and everything native that belongs to it. Who calls what when is the care of
/// [RocksStore]: after [#close] no method may be called.
final class RocksFiles implements AutoCloseable {
  private static final Logger LOGGER = LoggerFactory.getLogger(RocksFiles.class);

  private final DataDirectory directory;
  private final DirectoryClaim claim;
  private final RocksOptions options;
  private final WriteOptions durably;
  private final WriteOptions unsynced;
  private final RocksDB database;

  // By number, the default family first.
  private final List<ColumnFamilyHandle> families;
  private final ItemCache items;
  private final LongAdder damagedReads = new LongAdder();

  /// Whether nothing has been written yet; changed by the one thread that writes.
  private volatile boolean blank;

  /// Whether what was written last may be lost with the power; of the one thread that writes.
  private boolean unsyncedBefore;

  /// Whether everything that was written is in tables.
  private boolean flushed;

  private RocksFiles(
      DataDirectory directory,
      DirectoryClaim claim,
      RocksOptions options,
      RocksDB database,
      List<ColumnFamilyHandle> handles,
      boolean blank) {
    this.items = new ItemCache(options.settings().itemCacheBytes());
    this.blank = blank;
    this.directory = directory;
    this.claim = claim;
    this.options = options;
    this.durably = new WriteOptions().setSync(true);
    this.unsynced = new WriteOptions();
    this.database = database;
    this.families = List.copyOf(handles);
  }

  static RocksFiles open(DataDirectory directory, RocksSettings settings) {
    boolean create = directory.prepare();
    RocksDB.loadLibrary();
    DirectoryClaim claim = directory.claim();
    try {
      boolean nothingToRecover = create || directory.isClosed();
      long sequence = nothingToRecover ? 0 : recover(directory, claim, settings);
      return checked(open(directory, claim, settings, create), sequence);
    } catch (RuntimeException | Error e) {
      claim.close();
      throw e;
    }
  }

  /// Brings what a crash has left in logs into tables, and gives the last sequence number. Files
  /// are not used again meanwhile: then RocksDB would not insist on reading all of them.
  private static long recover(
      DataDirectory directory, DirectoryClaim claim, RocksSettings settings) {
    try (RocksOptions options = new RocksOptions(settings)) {
      DBOptions databaseOptions = options.database(false, true, directory.wholeLogs(claim));
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      try (RocksDB database =
          RocksDB.open(databaseOptions, directory.path().toString(), options.families(), handles)) {
        handles.forEach(ColumnFamilyHandle::close);
        return database.getLatestSequenceNumber();
      }
    } catch (RocksDBException e) {
      throw RocksErrors.opening(directory.path(), e);
    }
  }

  private static RocksFiles open(
      DataDirectory directory, DirectoryClaim claim, RocksSettings settings, boolean create) {
    RocksOptions options = new RocksOptions(settings);
    try {
      // Who was killed while it made a new directory may have left no log; nothing is in it.
      boolean verified = !create || !directory.lacksLog();
      DBOptions databaseOptions = options.database(create, verified, LogFiles.USED_AGAIN);
      List<ColumnFamilyHandle> handles = new ArrayList<>();
      RocksDB database =
          RocksDB.open(databaseOptions, directory.path().toString(), options.families(), handles);
      return new RocksFiles(directory, claim, options, database, handles, create);
    } catch (RocksDBException e) {
      options.close();
      throw RocksErrors.opening(directory.path(), e);
    }
  }

  private static RocksFiles checked(RocksFiles files, long sequence) {
    try {
      files.requireNumbersOfFamilies();
      files.requireSequence(sequence);
      files.directory.forgetClosed();
      return files;
    } catch (OrreryException e) {
      files.close();
      throw e;
    }
  }

  RocksDB database() {
    return database;
  }

  RocksOptions options() {
    return options;
  }

  ItemCache items() {
    return items;
  }

  Path directory() {
    return directory.path();
  }

  boolean isBlank() {
    return blank;
  }

  ColumnFamilyHandle handle(Family family) {
    return families.get(family.number());
  }

  List<ColumnFamilyHandle> handles() {
    return families;
  }

  /// The refusal of anything but opening and writing, in our words.
  OrreryException refusal(RocksDBException cause) {
    if (RocksErrors.isDamage(cause)) {
      damagedReads.increment();
    }
    return RocksErrors.working(cause);
  }

  /// How often a read came upon damaged data since opening.
  long damagedReads() {
    return damagedReads.sum();
  }

  /// Writes a group, and waits for the disk if it is to be synced. The first group ever always is:
  /// from then on the directory says that it holds data.
  ///
  /// @param serialized what the batches are together
  void append(List<SerializedBatch> group, byte[] serialized, Durability durability)
      throws RocksDBException {
    boolean synced = blank || durability == Durability.SYNCED;
    items.begin(group);
    byte[] logged = unsyncedBefore ? SerializedBatch.afterUnsynced(serialized) : serialized;
    unsyncedBefore = true;
    try (WriteBatch batch = new WriteBatch(logged)) {
      database.write(synced ? durably : unsynced, batch);
    }
    unsyncedBefore = !synced;
    long sequence = database.getLatestSequenceNumber();
    items.end(group, sequence);
    if (blank) {
      directory.finish();
      blank = false;
    }
  }

  /// Empties the memtables, so that the next opening has no log to replay.
  void flush() {
    try (FlushOptions waiting = new FlushOptions().setWaitForFlush(true)) {
      database.flush(waiting, handles());
      flushed = true;
    } catch (RocksDBException e) {
      // Nothing is lost: the log has it all, and the next opening reads the log.
      LOGGER.warn("Flushing {} on closing failed; the next start replays its log", directory(), e);
    }
  }

  @Override
  public void close() {
    for (ColumnFamilyHandle family : families) {
      family.close();
    }
    try {
      database.closeE();
      if (flushed) {
        directory.noteClosed();
      }
    } catch (RocksDBException e) {
      LOGGER.warn("Closing {} reported a failure", directory(), e);
    } finally {
      durably.close();
      unsynced.close();
      options.close();
      claim.close();
    }
  }

  /// Nothing that was recovered may be missing.
  private void requireSequence(long sequence) {
    if (database.getLatestSequenceNumber() < sequence) {
      throw OrreryException.corrupted(
          "The data in " + directory() + " lacks what was read from its log a moment ago.");
    }
  }

  /// [SerializedBatch] writes the numbers of families without asking; they were given in order when
  /// the directory was made.
  private void requireNumbersOfFamilies() {
    for (Family family : Family.values()) {
      if (handle(family).getID() != family.number()) {
        throw OrreryException.corrupted(
            "The data in "
                + directory()
                + " numbers its family "
                + family
                + " unlike this Orrery.");
      }
    }
  }
}
