// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.rocksdb.Checkpoint;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.CompactRangeOptions;
import org.rocksdb.CompactRangeOptions.BottommostLevelCompaction;
import org.rocksdb.Range;
import org.rocksdb.RocksDBException;
import org.rocksdb.SizeApproximationFlag;
import org.rocksdb.Slice;

/// Work on whole files: checkpoints, compactions, numbers. What takes long runs on one platform
/// thread, one at a time, so that it holds no carrier of virtual threads. Callers are counted in at
/// the guard.
final class RocksMaintenance implements AutoCloseable {
  private final RocksFiles files;
  private final ExecutorService thread;

  // Shared by all compactions, so that cancelling reaches the one that runs.
  private final CompactRangeOptions compaction;

  RocksMaintenance(RocksFiles files) {
    this.files = files;
    this.thread =
        Executors.newSingleThreadExecutor(
            Thread.ofPlatform().name("storage-maintenance").daemon().factory());
    this.compaction =
        new CompactRangeOptions()
            .setBottommostLevelCompaction(BottommostLevelCompaction.kForceOptimized)
            .setExclusiveManualCompaction(false)
            .setAllowWriteStall(false);
  }

  /// Makes the copy under another name first: a directory of the given name is complete.
  void checkpoint(Path target) {
    Path parent = target.getParent();
    if (parent == null || Files.exists(target)) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT, "The checkpoint " + target + " exists already.");
    }
    Path unfinished = target.resolveSibling(target.getFileName() + ".unfinished");
    runLong(
        () -> {
          PrivateFiles.createDirectories(parent);
          deleteUnfinished(unfinished);
          try (Checkpoint checkpoint = Checkpoint.create(files.database())) {
            checkpoint.createCheckpoint(unfinished.toString());
          }
          PrivateFiles.tighten(unfinished);
          new DataDirectory(unfinished).seal();
          Files.move(unfinished, target, StandardCopyOption.ATOMIC_MOVE);
          DataDirectory.synchronise(parent);
        });
  }

  long approximateBytes(Family family, KeyRange range) {
    if (range.isEmpty()) {
      return 0;
    }
    try (Slice from = new Slice(range.from());
        Slice to = new Slice(range.to() == null ? SerializedBatch.END : range.to())) {
      return files.database()
          .getApproximateSizes(
              files.handle(family),
              List.of(new Range(from, to)),
              SizeApproximationFlag.INCLUDE_FILES,
              SizeApproximationFlag.INCLUDE_MEMTABLES)[0];
    }
  }

  /// Merges the files of the range down to the last level, where deleted keys vanish. Dropping
  /// whole files instead would be quicker and wrong: a file may hold the tombstone of a key whose
  /// value lies in another that reaches beyond the range, and what was deleted would be back; and
  /// it would drop keys that are alive, or that a snapshot still shows.
  void reclaim(Family family, KeyRange range) {
    if (range.isEmpty()) {
      return;
    }
    byte[] to = range.to() == null ? SerializedBatch.END : range.to();
    runLong(
        () -> files.database().compactRange(files.handle(family), range.from(), to, compaction));
  }

  StoreMetrics metrics(GroupCommit commit) {
    return new StoreMetrics(
        files.options().cache().getUsage(),
        files.items().bytes(),
        sum("rocksdb.cur-size-all-mem-tables"),
        sum("rocksdb.total-sst-files-size"),
        sum("rocksdb.estimate-pending-compaction-bytes"),
        commit.batchesWritten(),
        commit.groupsSynced(),
        files.damagedReads(),
        commit.isWritable());
  }

  /// Ends the compaction that runs, if one does, and all later ones.
  void cancel() {
    if (compaction.isOwningHandle()) {
      compaction.setCanceled(true);
    }
  }

  @Override
  public void close() {
    thread.close();
    compaction.close();
  }

  private long sum(String property) {
    try {
      long sum = 0;
      for (ColumnFamilyHandle family : files.handles()) {
        sum += files.database().getLongProperty(family, property);
      }
      return sum;
    } catch (RocksDBException e) {
      throw files.refusal(e);
    }
  }

  @FunctionalInterface
  private interface LongWork {
    void run() throws RocksDBException, IOException;
  }

  private void runLong(LongWork work) {
    Future<?> done =
        thread.submit(
            () -> {
              work.run();
              return null;
            });
    boolean interrupted = false;
    try {
      while (true) {
        try {
          done.get();
          return;
        } catch (InterruptedException e) {
          // The work goes on natively; leaving it would let the store close beneath it.
          interrupted = true;
        }
      }
    } catch (ExecutionException e) {
      throw translated(e.getCause());
    } finally {
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  private OrreryException translated(@Nullable Throwable cause) {
    return switch (cause) {
      case RocksDBException e -> files.refusal(e);
      case OrreryException e -> e;
      case null, default ->
          new OrreryException(
              ErrorCode.STORAGE_FAILED,
              "The storage failed (%s); the server's log says more."
                  .formatted(cause == null ? "no reason given" : RocksErrors.reason(cause)),
              cause);
    };
  }

  /// What a checkpoint that was interrupted left behind: files of ours, one level deep.
  private static void deleteUnfinished(Path directory) throws IOException {
    if (!Files.exists(directory)) {
      return;
    }
    try (var entries = Files.list(directory)) {
      for (Path entry : entries.toList()) {
        Files.delete(entry);
      }
    }
    Files.delete(directory);
  }
}
