// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.rocksdb.ColumnFamilyHandle;
import org.rocksdb.RocksDBException;
import org.rocksdb.WriteBatch;

/// The form we write must be, byte for byte, the one RocksDB writes itself.
class SerializedBatchTest {
  private static final List<Family> FAMILIES = List.of(Family.values());

  @TempDir private Path directory;

  @Test
  void equalsWhatRocksDbSerializes() throws Exception {
    long seed = 42;
    Random random = new Random(seed);
    try (RocksFiles files = RocksFiles.open(new DataDirectory(directory), RocksSettings.DEFAULT);
        WriteBatch theirs = new WriteBatch()) {
      List<SerializedBatch> ours = new ArrayList<>();
      for (int i = 0; i < 50; i++) {
        SerializedBatch batch = new SerializedBatch();
        for (int change = random.nextInt(20); change > 0; change--) {
          addToBoth(random, files, batch, theirs);
        }
        ours.add(batch);
      }

      byte[] group = SerializedBatch.group(ours);
      assertThat(group).as("seed %d", seed).isEqualTo(theirs.data());
      try (WriteBatch read = new WriteBatch(group)) {
        assertThat(read.count()).isEqualTo(theirs.count()).isPositive();
      }
    }
  }

  private static void addToBoth(
      Random random, RocksFiles files, SerializedBatch ours, WriteBatch theirs)
      throws RocksDBException {
    Family family = FAMILIES.get(random.nextInt(FAMILIES.size()));
    ColumnFamilyHandle handle = files.handle(family);
    byte[] key = randomBytes(random, 40);
    switch (random.nextInt(3)) {
      case 0 -> {
        // Lengths of one, two and three bytes.
        byte[] value = randomBytes(random, List.of(100, 300, 40_000).get(random.nextInt(3)));
        ours.put(family, key, value);
        theirs.put(handle, key, value);
      }
      case 1 -> {
        ours.delete(family, key);
        theirs.delete(handle, key);
      }
      case 2 -> {
        byte[] to = KeyRange.after(key);
        ours.deleteRange(family, new KeyRange(key, to));
        theirs.deleteRange(handle, key, to);
      }
      default -> throw new AssertionError();
    }
  }

  private static byte[] randomBytes(Random random, int lengthBound) {
    byte[] bytes = new byte[random.nextInt(lengthBound)];
    random.nextBytes(bytes);
    return bytes;
  }

  @Test
  void handsItsChangesOverInOrder() {
    SerializedBatch batch = new SerializedBatch();
    batch.put(Family.META, bytes("a"), bytes("x".repeat(20_000)));
    batch.delete(Family.FEED, bytes(""));
    batch.deleteRange(Family.INDEX, KeyRange.ALL);
    List<String> changes = new ArrayList<>();
    batch.forEach(
        new SerializedBatch.Changes() {
          @Override
          public void put(Family family, byte[] key, byte[] value) {
            changes.add("put " + family + " " + Bytes.text(key) + " " + value.length);
          }

          @Override
          public void delete(Family family, byte[] key) {
            changes.add("delete " + family + " " + Bytes.text(key));
          }

          @Override
          public void deleteRange(Family family, KeyRange range) {
            changes.add("range " + family + " " + range);
          }
        });

    assertThat(changes)
        .containsExactly(
            "put META a 20000", "delete FEED ", "range INDEX [, " + "ff".repeat(16) + ")");
  }

  /// Large enough for several arrays, with records on both sides of every border.
  @Test
  void aBatchGoesBackToAMark() throws Exception {
    long seed = 43;
    Random random = new Random(seed);
    try (RocksFiles files = RocksFiles.open(new DataDirectory(directory), RocksSettings.DEFAULT);
        WriteBatch theirs = new WriteBatch()) {
      SerializedBatch ours = new SerializedBatch();
      for (int i = 0; i < 200; i++) {
        byte[] key = randomBytes(random, 40);
        byte[] value = randomBytes(random, random.nextInt(10) == 0 ? 1_500_000 : 50_000);
        ours.put(Family.ITEMS, key, value);
        theirs.put(files.handle(Family.ITEMS), key, value);
        Batch.Mark mark = ours.mark();
        int bytes = ours.bytes();
        for (int change = random.nextInt(4); change > 0; change--) {
          ours.put(Family.FEED, key, randomBytes(random, 1_000_000));
        }
        ours.rollback(mark);
        assertThat(ours.bytes()).isEqualTo(bytes);
      }

      assertThat(SerializedBatch.group(List.of(ours))).as("seed %d", seed).isEqualTo(theirs.data());
    }
  }

  @Test
  void refusesToGrowWithoutLimit() {
    SerializedBatch batch = new SerializedBatch();
    byte[] large = new byte[SerializedBatch.BYTES_MAX / 4];
    batch.put(Family.ITEMS, bytes("a"), large);
    batch.put(Family.ITEMS, bytes("b"), large);
    batch.put(Family.ITEMS, bytes("c"), large);

    assertThatThrownBy(() -> batch.put(Family.ITEMS, bytes("d"), large))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_EXCEEDED));
    assertThat(batch.count()).isEqualTo(3);
  }
}
