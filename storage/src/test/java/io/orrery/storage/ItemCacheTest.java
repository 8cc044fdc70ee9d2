// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Bytes.text;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Items that a store remembers: they are what the files have, in every state.
class ItemCacheTest {
  private static final long ROOM = 1 << 20;

  /// Of each writer. Scans of a range from which ranges were deleted take longer with each of them,
  /// so that ten times as many, `-Dorrery.cache.writes=5000`, take a hundred times as long.
  private static final int WRITES = Integer.getInteger("orrery.cache.writes", 500);

  @TempDir Path directory;

  private final ItemCache cache = new ItemCache(ROOM);
  private Store store;

  @BeforeEach
  void open() {
    store = RocksStore.open(directory.resolve("store"), RocksSettings.DEFAULT);
  }

  @AfterEach
  void close() {
    store.close();
  }

  private static SerializedBatch putting(String key) {
    SerializedBatch batch = new SerializedBatch();
    batch.put(Family.ITEMS, bytes(key), bytes("any"));
    return batch;
  }

  private @Nullable String known(String key, long sequence) {
    return text(cache.find(bytes(key), sequence));
  }

  @Test
  void knowsWhatItWasOffered() {
    cache.offer(bytes("a"), bytes("1"), 5);

    assertThat(known("a", 5)).isEqualTo("1");
    assertThat(known("a", ItemCache.LATEST)).isEqualTo("1");
    assertThat(known("b", 5)).isNull();
  }

  @Test
  void knowsNothingOfAKeyThatIsBeingWritten() {
    cache.offer(bytes("a"), bytes("1"), 5);
    cache.begin(List.of(putting("a")));
    cache.offer(bytes("a"), bytes("1"), 5);

    assertThat(known("a", 5)).isNull();
    assertThat(known("a", ItemCache.LATEST)).isNull();
  }

  @Test
  void tellsStatesBeforeAWriteFromThoseAfterIt() {
    SerializedBatch batch = putting("a");
    cache.begin(List.of(batch));
    cache.end(List.of(batch), 9);
    cache.offer(bytes("a"), bytes("old"), 8);
    assertThat(known("a", 9)).isNull();

    cache.offer(bytes("a"), bytes("new"), 9);
    assertThat(known("a", 8)).isNull();
    assertThat(known("a", 9)).isEqualTo("new");
    assertThat(known("a", 10)).isEqualTo("new");
  }

  @Test
  void whatWasKnownIsKnownAsItWasWrittenLast() {
    cache.offer(bytes("a"), bytes("1"), 5);
    SerializedBatch batch = new SerializedBatch();
    batch.put(Family.ITEMS, bytes("a"), bytes("2"));
    batch.put(Family.ITEMS, bytes("a"), bytes("3"));
    batch.put(Family.ITEMS, bytes("new"), bytes("3"));
    batch.put(Family.INDEX, bytes("a"), bytes("no item"));
    Batch.Mark mark = batch.mark();
    batch.put(Family.ITEMS, bytes("a"), bytes("4"));
    batch.rollback(mark);
    cache.begin(List.of(batch));
    cache.end(List.of(batch), 9);

    assertThat(known("a", 8)).isNull();
    assertThat(known("a", 9)).isEqualTo("3");
    assertThat(known("new", 9)).as("not asked for so far").isNull();
  }

  @Test
  void whatIsGoneOrLargeInTheEndIsNotKnown() {
    cache.offer(bytes("a"), bytes("1"), 5);
    cache.offer(bytes("b"), bytes("1"), 5);
    SerializedBatch batch = new SerializedBatch();
    batch.put(Family.ITEMS, bytes("a"), bytes("2"));
    batch.delete(Family.ITEMS, bytes("a"));
    batch.put(Family.ITEMS, bytes("b"), bytes("2"));
    batch.put(Family.ITEMS, bytes("b"), new byte[1 << 20]);
    cache.begin(List.of(batch));
    cache.end(List.of(batch), 9);

    assertThat(known("a", 9)).isNull();
    assertThat(known("b", 9)).isNull();
  }

  @Test
  void ofAGroupTheLastChangeCounts() {
    cache.offer(bytes("a"), bytes("1"), 5);
    cache.offer(bytes("b"), bytes("1"), 5);
    SerializedBatch deleting = new SerializedBatch();
    deleting.delete(Family.ITEMS, bytes("a"));
    deleting.delete(Family.ITEMS, bytes("b"));
    List<SerializedBatch> group = List.of(deleting, putting("a"), putting("b"), deleting);
    cache.begin(group.subList(0, 3));
    cache.end(group.subList(0, 3), 9);
    assertThat(known("a", 9)).isEqualTo("any");
    assertThat(known("b", 9)).isEqualTo("any");

    cache.begin(group);
    cache.end(group, 12);
    assertThat(known("a", 12)).isNull();
    assertThat(known("b", 12)).isNull();
  }

  @Test
  void whatIsInAPieceThatIsFullIsFound() {
    cache.offer(bytes("a"), bytes("1"), 5);
    cache.offer(bytes("b"), bytes("1"), 5);
    SerializedBatch batch = new SerializedBatch();
    batch.put(Family.ITEMS, bytes("a"), bytes("2"));
    batch.put(Family.FEED, bytes("long"), new byte[3 << 20]);
    batch.put(Family.ITEMS, bytes("b"), bytes("2"));
    cache.begin(List.of(batch));
    cache.end(List.of(batch), 9);

    assertThat(known("a", 9)).isEqualTo("2");
    assertThat(known("b", 9)).isEqualTo("2");
  }

  @Test
  void aDeletedRangeConcernsEveryKey() {
    cache.offer(bytes("a"), bytes("1"), 5);
    SerializedBatch batch = new SerializedBatch();
    batch.deleteRange(Family.ITEMS, Bytes.range("x", "y"));
    List<SerializedBatch> group = List.of(putting("a"), batch);
    cache.begin(group);
    cache.end(group, 9);

    assertThat(known("a", 9)).isNull();
  }

  @Test
  void holdsNoMoreThanItMay() {
    byte[] value = new byte[1000];
    for (int i = 0; i < 5000; i++) {
      cache.offer(bytes("key" + i), value, 1);
    }

    assertThat(cache.bytes()).isBetween(ROOM / 2, ROOM);
  }

  @Test
  void leavesLargeItemsToTheBlocks() {
    cache.offer(bytes("a"), new byte[1 << 20], 1);

    assertThat(known("a", 1)).isNull();
  }

  /// Scans do not look here, so what they find is the truth.
  @Test
  void agreesWithTheFilesWhileItemsAreWritten() throws Exception {
    AtomicInteger writers = new AtomicInteger(2);
    ConcurrencyContract.runAll(
        6,
        thread -> {
          Random random = new Random(thread);
          if (thread < 2) {
            write(random, thread);
            writers.decrementAndGet();
          } else {
            while (writers.get() > 0) {
              compare(random);
            }
          }
        });
  }

  private void write(Random random, int writer) {
    for (int i = 0; i < WRITES; i++) {
      Batch batch = store.newBatch();
      String key = "k" + random.nextInt(8);
      switch (random.nextInt(10)) {
        case 0 -> batch.deleteRange(Family.ITEMS, Bytes.range("k0", "k" + random.nextInt(8)));
        case 1, 2 -> batch.delete(Family.ITEMS, bytes(key));
        case 3 -> {
          batch.put(Family.ITEMS, bytes(key), bytes(writer + "-" + i));
          batch.delete(Family.ITEMS, bytes(key));
          Batch.Mark mark = batch.mark();
          batch.put(Family.ITEMS, bytes(key), bytes("never"));
          batch.rollback(mark);
        }
        default -> {
          batch.put(Family.ITEMS, bytes(key), bytes(writer + "+" + i));
          batch.put(Family.ITEMS, bytes(key), bytes(writer + "-" + i));
        }
      }
      store.write(batch, Durability.UNSYNCED);
    }
  }

  private void compare(Random random) {
    String key = "k" + random.nextInt(8);
    store.get(Family.ITEMS, bytes(key));
    store.glance(Family.ITEMS, bytes(key));
    try (Snapshot snapshot = store.snapshot()) {
      String looked = Bytes.get(snapshot, Family.ITEMS, key);
      assertThat(looked == null ? "" : key + "=" + looked)
          .isEqualTo(
              String.join("", Bytes.forward(snapshot, Family.ITEMS, KeyRange.prefix(bytes(key)))));
    }
  }
}
