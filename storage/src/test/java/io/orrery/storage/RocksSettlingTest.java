// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.RocksDBException;

class RocksSettlingTest {
  private static final int MANY = 1000;
  private static final int MEGABYTE = 1 << 20;

  @TempDir private Path directory;
  private RocksFiles files;
  private RocksSettling settling;
  private long written;
  private long scanned;

  @BeforeEach
  void open() {
    files = RocksFiles.open(new DataDirectory(directory), RocksSettings.DEFAULT);
    settling = new RocksSettling(files, new CallGuard("test", 1), () -> written, () -> scanned);
  }

  @AfterEach
  void close() {
    files.close();
  }

  @Test
  @Timeout(30)
  void whatWasWrittenIsMergedOnceNothingIsWritten() throws Exception {
    write(Family.INDEX, 2 * MEGABYTE);
    write(Family.ITEMS, 2 * MEGABYTE);
    look(MANY);
    assertThat(number(Family.INDEX, "rocksdb.num-files-at-level0")).isZero();

    look(0);

    assertThat(number(Family.INDEX, "rocksdb.num-entries-active-mem-table")).isZero();
    awaitMerged(Family.INDEX);
    awaitMerged(Family.ITEMS);
    assertThat(files.database().get(files.handle(Family.INDEX), key(1))).hasSize(1024);
  }

  @Test
  void aFewWritesAreRestAsWell() throws Exception {
    write(Family.INDEX, 2 * MEGABYTE);
    look(MANY);
    look(10);

    assertThat(number(Family.INDEX, "rocksdb.num-entries-active-mem-table")).isZero();
  }

  @Test
  void writersGetBackTheirFewerMerges() throws Exception {
    write(Family.INDEX, 2 * MEGABYTE);
    look(MANY);
    look(0);
    assertThat(youngFilesMerged()).isEqualTo(1);

    look(MANY);

    assertThat(youngFilesMerged()).isEqualTo(RocksOptions.YOUNG_FILES_MERGED);
  }

  @Test
  void littleIsLeftWhereItLies() throws Exception {
    write(Family.INDEX, MEGABYTE / 4);
    look(MANY);
    look(0);

    assertThat(number(Family.INDEX, "rocksdb.num-entries-active-mem-table")).isPositive();
    assertThat(RocksSettling.isWorthwhile(4 * MEGABYTE, 16, 64L * MEGABYTE)).isTrue();
    assertThat(RocksSettling.isWorthwhile(4 * MEGABYTE - 1, 16, 64L * MEGABYTE)).isFalse();
    assertThat(RocksSettling.isWorthwhile(MEGABYTE - 1, 16, 0)).isFalse();
  }

  @Test
  void whereNobodyScansNothingIsMerged() throws Exception {
    write(Family.INDEX, 2 * MEGABYTE);
    look(MANY);
    settling.look();
    assertThat(number(Family.INDEX, "rocksdb.num-entries-active-mem-table")).isPositive();

    look(0);

    assertThat(number(Family.INDEX, "rocksdb.num-entries-active-mem-table")).isZero();
  }

  private void look(int batches) {
    written += batches;
    scanned += MANY;
    settling.look();
  }

  private void write(Family family, int bytes) throws RocksDBException {
    SerializedBatch batch = new SerializedBatch();
    Random random = new Random(7);
    for (int i = 0; i < bytes / 1024; i++) {
      byte[] value = new byte[1024];
      random.nextBytes(value);
      batch.put(family, key(i), value);
    }
    files.append(List.of(batch), SerializedBatch.group(List.of(batch)), Durability.UNSYNCED);
  }

  private static byte[] key(int number) {
    return Bytes.bytes("key%06d".formatted(number));
  }

  @SuppressWarnings("ThreadPriorityCheck") // A yield only leaves the processor to the merge.
  private void awaitMerged(Family family) throws RocksDBException {
    while (number(family, "rocksdb.num-files-at-level0") > 0) {
      // RocksDB merges on a thread of its own, and tells nobody in Java.
      Thread.yield();
    }
  }

  private int youngFilesMerged() throws RocksDBException {
    return files.database().getOptions(files.handle(Family.INDEX)).level0FileNumCompactionTrigger();
  }

  private long number(Family family, String property) throws RocksDBException {
    return Long.parseLong(files.database().getProperty(files.handle(family), property));
  }
}
