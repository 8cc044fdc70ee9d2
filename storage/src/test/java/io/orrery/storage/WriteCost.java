// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadFactory;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;
import org.rocksdb.WriteOptions;

/// Compares writing through a store with RocksDB bare, in one run: items of 1 KB with ten index
/// keys, each durable before the next. Started by hand; the argument is a directory on the disk to
/// measure.
final class WriteCost {
  private static final int CALLERS = 64;
  private static final int INDEX_KEYS = 10;
  private static final long PHASE_NANOS = 4_000_000_000L;

  private WriteCost() {}

  @FunctionalInterface
  private interface Write {
    void item(byte[][] keys, byte[] value) throws RocksDBException;
  }

  public static void main(String[] arguments) throws Exception {
    Path parent = Files.createDirectories(Path.of(arguments[0]));
    Path stored = Files.createTempDirectory(parent, "store");
    Path bare = Files.createTempDirectory(parent, "bare");
    long loading = System.nanoTime();
    RocksDB.loadLibrary();
    System.out.printf("loading the library %d ms%n", (System.nanoTime() - loading) / 1_000_000);
    long opening = System.nanoTime();
    try (RocksStore store = RocksStore.open(stored, RocksSettings.DEFAULT)) {
      System.out.printf("first opening %d ms%n", (System.nanoTime() - opening) / 1_000_000);
      try (RocksFiles files = RocksFiles.open(new DataDirectory(bare), RocksSettings.DEFAULT);
          WriteOptions sync = new WriteOptions().setSync(true)) {
        for (int round = 0; round < 5; round++) {
          measureBuilding(files);
        }
        // In turns who goes first: each one's compactions reach into the other's time.
        for (int round = 0; round < 6; round++) {
          if (round % 2 == 1) {
            measureBare(files, sync);
          }
          measureStore(store);
          if (round % 2 == 0) {
            measureBare(files, sync);
          }
        }
      }
    }
    opening = System.nanoTime();
    RocksStore.open(stored, RocksSettings.DEFAULT).close();
    System.out.printf("reopening %d ms%n", (System.nanoTime() - opening) / 1_000_000);
  }

  private static void measureStore(RocksStore store) throws Exception {
    StoreMetrics before = store.metrics();
    measure("store, virtual ", Thread.ofVirtual().factory(), (k, v) -> through(store, k, v));
    StoreMetrics after = store.metrics();
    long batches = after.batchesWritten() - before.batchesWritten();
    long groups = after.groupsWritten() - before.groupsWritten();
    System.out.printf("  %.1f batches a group%n", (double) batches / groups);
  }

  private static void measureBare(RocksFiles files, WriteOptions sync) throws Exception {
    measure("bare, platform ", Thread.ofPlatform().factory(), (k, v) -> put(files, sync, k, v));
  }

  private static void through(RocksStore store, byte[][] keys, byte[] value) {
    Batch batch = store.newBatch();
    batch.put(Family.ITEMS, keys[0], value);
    for (int i = 1; i <= INDEX_KEYS; i++) {
      batch.put(Family.INDEX, keys[i], new byte[0]);
    }
    store.write(batch);
  }

  private static void put(RocksFiles files, WriteOptions sync, byte[][] keys, byte[] value)
      throws RocksDBException {
    try (WriteBatch batch = new WriteBatch()) {
      batch.put(files.handle(Family.ITEMS), keys[0], value);
      for (int i = 1; i <= INDEX_KEYS; i++) {
        batch.put(files.handle(Family.INDEX), keys[i], new byte[0]);
      }
      files.database().write(sync, batch);
    }
  }

  /// Makes a group of 64 items ready for RocksDB, in Java and by the native calls.
  private static void measureBuilding(RocksFiles files) throws RocksDBException {
    byte[] key = new byte[40];
    byte[] value = new byte[1024];
    byte[] nothing = new byte[0];
    int rounds = 500;
    long start = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      List<SerializedBatch> group = new ArrayList<>();
      for (int i = 0; i < CALLERS; i++) {
        SerializedBatch batch = new SerializedBatch();
        batch.put(Family.ITEMS, key, value);
        for (int j = 0; j < INDEX_KEYS; j++) {
          batch.put(Family.INDEX, key, nothing);
        }
        group.add(batch);
      }
      new WriteBatch(SerializedBatch.group(group)).close();
    }
    long middle = System.nanoTime();
    for (int round = 0; round < rounds; round++) {
      try (WriteBatch batch = new WriteBatch()) {
        for (int i = 0; i < CALLERS; i++) {
          batch.put(files.handle(Family.ITEMS), key, value);
          for (int j = 0; j < INDEX_KEYS; j++) {
            batch.put(files.handle(Family.INDEX), key, nothing);
          }
        }
      }
    }
    double items = rounds * (double) CALLERS * 1000;
    System.out.printf(
        "building an item's batch: serialized %.2f us, native puts %.2f us%n",
        (middle - start) / items, (System.nanoTime() - middle) / items);
  }

  private static void measure(String name, ThreadFactory factory, Write write) throws Exception {
    long[] counts = new long[CALLERS];
    List<Thread> threads = new ArrayList<>();
    long cpu = cpuNanos();
    long start = System.nanoTime();
    for (int i = 0; i < CALLERS; i++) {
      int caller = i;
      Thread thread = factory.newThread(() -> counts[caller] = writeUntil(start, caller, write));
      thread.start();
      threads.add(thread);
    }
    for (Thread thread : threads) {
      thread.join();
    }
    long total = 0;
    for (long count : counts) {
      total += count;
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "%s %8.0f items/s  %6.1f us of processor an item%n",
        name, total / seconds, (cpuNanos() - cpu) / 1e3 / total);
  }

  private static long writeUntil(long start, int caller, Write write) {
    SplittableRandom random = new SplittableRandom(start + caller);
    byte[] value = new byte[1024];
    long count = 0;
    try {
      while (System.nanoTime() - start < PHASE_NANOS) {
        random.nextBytes(value);
        byte[][] keys = new byte[INDEX_KEYS + 1][40];
        for (byte[] key : keys) {
          random.nextBytes(key);
          key[0] = 1;
        }
        write.item(keys, value);
        count++;
      }
    } catch (RocksDBException e) {
      throw new IllegalStateException(e);
    }
    return count;
  }

  private static long cpuNanos() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }
}
