// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.rocksdb.ReadOptions;

/// A store on disk, in the files of RocksDB.
///
/// - Reads run on the caller's thread, writes on the one of [GroupCommit], long work on that of
///   [RocksMaintenance].
/// - Nothing native is touched without being counted in at the guard or holding the claim of a
///   cursor. [#close] shuts the guard, waits for the calls inside, frees what others left open and
///   only then the database.
/// - [DataDirectory] says what the directory may hold, [RocksOptions] how RocksDB is set up,
///   [RocksSettling] what happens when it is only read.
public final class RocksStore implements Store {
  private static final int GUARD_STRIPES = 16;

  private final RocksFiles files;
  private final RocksReads latest;
  private final RocksGlances glances;
  private final GroupCommit commit;
  private final RocksMaintenance maintenance;
  private final RocksSettling settling;
  private final CallGuard guard = new CallGuard("store", GUARD_STRIPES);
  private final LongAdder scansOpened = new LongAdder();
  private final Set<RocksCursor> cursors = ConcurrentHashMap.newKeySet();
  private final Set<RocksSnapshot> snapshots = ConcurrentHashMap.newKeySet();
  private boolean freed;

  private RocksStore(RocksFiles files) {
    this.files = files;
    this.latest = new RocksReads(files, null);
    this.glances = new RocksGlances(files);
    this.commit = new GroupCommit(files::append, files.directory().toString());
    this.maintenance = new RocksMaintenance(files);
    this.settling = new RocksSettling(files, guard, commit::batchesWritten, scansOpened::sum);
    settling.start();
  }

  /// Opens the store in the directory, or makes a new one in an empty directory.
  public static RocksStore open(Path directory, RocksSettings settings) {
    return new RocksStore(RocksFiles.open(new DataDirectory(directory.toAbsolutePath()), settings));
  }

  @Override
  public Batch newBatch() {
    return new SerializedBatch();
  }

  @Override
  public void write(Batch batch, Durability durability) {
    if (!(batch instanceof SerializedBatch serialized)) {
      throw new OrreryException(ErrorCode.INTERNAL, "This batch was not made by newBatch().");
    }
    guard.enter();
    try {
      serialized.requireUnwritten();
      commit.write(serialized, durability);
    } finally {
      guard.exit();
    }
  }

  @Override
  public byte @Nullable [] get(Family family, byte[] key) {
    guard.enter();
    try {
      return latest.get(family, key);
    } finally {
      guard.exit();
    }
  }

  @Override
  public Glance<byte[]> glance(Family family, byte[] key) {
    guard.enter();
    try {
      return glances.glance(family, key);
    } finally {
      guard.exit();
    }
  }

  @Override
  public List<byte @Nullable []> getAll(Family family, List<byte[]> keys, long bytesMax) {
    guard.enter();
    try {
      return latest.getAll(family, keys, bytesMax);
    } finally {
      guard.exit();
    }
  }

  @Override
  public Cursor scan(Family family, KeyRange range, Direction direction) {
    guard.enter();
    try {
      return newCursor(family, latest, range, direction);
    } finally {
      guard.exit();
    }
  }

  @Override
  public boolean isBlank() {
    return files.isBlank();
  }

  @Override
  public Snapshot snapshot() {
    guard.enter();
    try {
      return newSnapshot(files.database().getSnapshot(), taken -> new RocksReads(files, taken));
    } finally {
      guard.exit();
    }
  }

  @Override
  public Optional<Snapshot> glimpse(Allowance allowance) {
    guard.enter();
    try {
      Snapshot inMemory =
          newSnapshot(files.database().getSnapshot(), taken -> RocksReads.inMemory(files, taken));
      return Optional.of(new AllowedSnapshot(inMemory, allowance));
    } finally {
      guard.exit();
    }
  }

  @Override
  public void checkpoint(Path directory) {
    guard.enter();
    try {
      maintenance.checkpoint(directory.toAbsolutePath());
    } finally {
      guard.exit();
    }
  }

  @Override
  public long approximateBytes(Family family, KeyRange range) {
    guard.enter();
    try {
      return maintenance.approximateBytes(family, range);
    } finally {
      guard.exit();
    }
  }

  @Override
  public void reclaim(Family family, KeyRange range) {
    guard.enter();
    try {
      maintenance.reclaim(family, range);
    } finally {
      guard.exit();
    }
  }

  @Override
  public StoreMetrics metrics() {
    guard.enter();
    try {
      return maintenance.metrics(commit);
    } finally {
      guard.exit();
    }
  }

  @Override
  public synchronized void close() {
    guard.close();
    settling.close();
    maintenance.cancel();
    guard.drain();
    if (freed) {
      return;
    }
    freed = true;
    commit.stop();
    cursors.forEach(RocksCursor::close);
    snapshots.forEach(RocksSnapshot::free);
    if (commit.isWritable()) {
      files.flush();
    }
    maintenance.close();
    glances.close();
    latest.close();
    files.close();
  }

  private Snapshot newSnapshot(
      org.rocksdb.Snapshot taken, Function<org.rocksdb.Snapshot, RocksReads> reads) {
    try {
      RocksSnapshot snapshot = new RocksSnapshot(this, reads.apply(taken));
      snapshots.add(snapshot);
      return snapshot;
    } catch (RuntimeException | Error e) {
      files.database().releaseSnapshot(taken);
      throw e;
    }
  }

  RocksFiles files() {
    return files;
  }

  CallGuard guard() {
    return guard;
  }

  /// The caller is counted in.
  Cursor newCursor(Family family, RocksReads reads, KeyRange range, Direction direction) {
    scansOpened.increment();
    ReadOptions options = reads.newOptions();
    RocksCursor cursor = null;
    try {
      cursor =
          new RocksCursor(this, family, new RocksCursor.Bounds(range, direction, options), reads);
      cursors.add(cursor);
      return cursor;
    } catch (RuntimeException | Error e) {
      if (cursor == null) {
        options.close();
      } else {
        cursor.close();
      }
      throw e;
    }
  }

  void forget(RocksCursor cursor) {
    cursors.remove(cursor);
  }

  void forget(RocksSnapshot snapshot) {
    snapshots.remove(snapshot);
  }
}
