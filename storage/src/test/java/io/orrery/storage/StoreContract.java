// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Bytes.forward;
import static io.orrery.storage.Bytes.get;
import static io.orrery.storage.Bytes.put;
import static io.orrery.storage.Bytes.range;
import static io.orrery.storage.Bytes.reverse;
import static io.orrery.storage.Bytes.text;
import static io.orrery.storage.Family.INDEX;
import static io.orrery.storage.Family.ITEMS;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.WouldWait;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/// What every store does; each kind runs it.
@Timeout(60)
abstract class StoreContract {
  private Store store;

  abstract Store open();

  @BeforeEach
  void openStore() {
    store = open();
  }

  @AfterEach
  void closeStore() {
    store.close();
  }

  Store store() {
    return store;
  }

  @Test
  void readsWhatWasWritten() {
    put(store, ITEMS, "a", "1");

    assertThat(get(store, ITEMS, "a")).isEqualTo("1");
    assertThat(get(store, ITEMS, "b")).isNull();
  }

  @Test
  void aGlimpseIsOneStateAndEndsWithWhatIsAllowed() {
    put(store, ITEMS, "a", "1");
    put(store, ITEMS, "b", "22");
    put(store, ITEMS, "c", "333");
    Allowance allowance = new Allowance(7, 8);
    try (Snapshot glimpse = store.glimpse(allowance).orElseThrow()) {
      put(store, ITEMS, "a", "later");
      assertThat(get(glimpse, ITEMS, "a")).isEqualTo("1"); // 6 keys, 7 bytes
      assertThat(get(glimpse, ITEMS, "x")).isNull(); // 5 keys
      try (Cursor cursor = glimpse.scan(ITEMS, KeyRange.ALL, Direction.FORWARD)) {
        cursor.seek(bytes("b")); // 4 keys
        assertThat(cursor.next()).isTrue(); // 3 keys
        assertThat(text(cursor.value())).isEqualTo("22"); // 5 bytes
        assertThat(cursor.skip(1)).isOne(); // 2 keys
      }
      assertThat(glimpse.getAll(ITEMS, List.of(bytes("b"), bytes("c")), 100)) // none, and no bytes
          .extracting(Bytes::text)
          .containsExactly("22", "333");
      assertThatThrownBy(() -> get(glimpse, ITEMS, "x")).isInstanceOf(WouldWait.class);
    }
  }

  @Test
  void nothingGoesFurtherThanAGlimpseMay() {
    put(store, ITEMS, "a", "1");
    put(store, ITEMS, "b", "22");
    put(store, ITEMS, "c", "333");
    assertTooMuch(0, 9, glimpse -> get(glimpse, ITEMS, "a"));
    assertTooMuch(9, 0, glimpse -> get(glimpse, ITEMS, "a"));
    assertTooMuch(1, 9, glimpse -> glimpse.getAll(ITEMS, List.of(bytes("a"), bytes("b")), 9));
    assertTooMuch(3, 9, glimpse -> forward(glimpse, ITEMS, KeyRange.ALL));
    assertTooMuch(9, 5, glimpse -> reverse(glimpse, ITEMS, KeyRange.ALL));
    assertTooMuch(2, 9, glimpse -> skip(glimpse, Long.MAX_VALUE));
    try (Snapshot glimpse = store.glimpse(new Allowance(9, 2)).orElseThrow()) {
      // As everywhere, those that fit.
      assertThat(glimpse.getAll(ITEMS, List.of(bytes("a"), bytes("b")), 100)).hasSize(1);
    }
  }

  private static long skip(Reader reader, long most) {
    try (Cursor cursor = reader.scan(ITEMS, KeyRange.ALL, Direction.FORWARD)) {
      return cursor.skip(most);
    }
  }

  private void assertTooMuch(long keys, long bytes, Consumer<Snapshot> reading) {
    try (Snapshot glimpse = store.glimpse(new Allowance(keys, bytes)).orElseThrow()) {
      assertThatThrownBy(() -> reading.accept(glimpse)).isInstanceOf(WouldWait.class);
    }
  }

  @Test
  void unsyncedWritesAreSeenAtOnceAndInOrder() {
    for (String value : List.of("1", "2", "3")) {
      Batch batch = store.newBatch();
      batch.put(ITEMS, bytes("a"), bytes(value));
      store.write(batch, value.equals("2") ? Durability.SYNCED : Durability.UNSYNCED);
      assertThat(get(store, ITEMS, "a")).isEqualTo(value);
    }

    assertThat(store.metrics().batchesWritten()).isEqualTo(3);
  }

  @Test
  void familiesAreApart() {
    for (Family family : Family.values()) {
      put(store, family, "a", family.name());
    }

    for (Family family : Family.values()) {
      assertThat(get(store, family, "a")).isEqualTo(family.name());
      assertThat(forward(store, family, KeyRange.ALL)).containsExactly("a=" + family);
    }
  }

  @Test
  void changesOfABatchApplyInOrder() {
    Batch batch = store.newBatch();
    batch.put(ITEMS, bytes("a"), bytes("1"));
    batch.put(ITEMS, bytes("a"), bytes("2"));
    batch.put(ITEMS, bytes("b"), bytes("1"));
    batch.delete(ITEMS, bytes("b"));
    batch.delete(ITEMS, bytes("c"));
    batch.put(ITEMS, bytes("c"), bytes("3"));
    store.write(batch);

    assertThat(forward(store, ITEMS, KeyRange.ALL)).containsExactly("a=2", "c=3");
  }

  @Test
  void rangeDeleteSparesTheEndAndWhatComesAfterIt() {
    Batch batch = store.newBatch();
    for (String key : List.of("a", "b", "c", "d")) {
      batch.put(ITEMS, bytes(key), bytes("old"));
      batch.put(INDEX, bytes(key), bytes("other"));
    }
    batch.deleteRange(ITEMS, range("b", "d"));
    batch.put(ITEMS, bytes("c"), bytes("new"));
    store.write(batch);

    assertThat(forward(store, ITEMS, KeyRange.ALL)).containsExactly("a=old", "c=new", "d=old");
    assertThat(get(store, ITEMS, "b")).isNull();
    assertThat(forward(store, INDEX, KeyRange.ALL)).hasSize(4);
  }

  @Test
  void rangeDeleteWithoutEndDeletesAll() {
    put(store, ITEMS, "", "empty");
    put(store, ITEMS, "a", "1");
    put(store, ITEMS, "\u00ff\u00ff", "2");
    Batch batch = store.newBatch();
    batch.deleteRange(ITEMS, KeyRange.ALL);
    store.write(batch);

    assertThat(forward(store, ITEMS, KeyRange.ALL)).isEmpty();
  }

  @Test
  void rangeDeleteOfAnEmptyRangeDeletesNothing() {
    put(store, ITEMS, "b", "1");
    Batch batch = store.newBatch();
    batch.deleteRange(ITEMS, range("c", "a"));
    batch.deleteRange(ITEMS, range("b", "b"));

    assertThat(batch.count()).isZero();
    store.write(batch);
    assertThat(get(store, ITEMS, "b")).isEqualTo("1");
  }

  @Test
  void deletedKeysAreGone() {
    put(store, ITEMS, "a", "1");
    Batch batch = store.newBatch();
    batch.delete(ITEMS, bytes("a"));
    batch.delete(ITEMS, bytes("never there"));
    store.write(batch);

    assertThat(get(store, ITEMS, "a")).isNull();
    put(store, ITEMS, "a", "2");
    assertThat(get(store, ITEMS, "a")).isEqualTo("2");
  }

  @Test
  void emptyKeysAndValuesAreOrdinary() {
    put(store, INDEX, "", "value");
    put(store, INDEX, "key", "");

    assertThat(get(store, INDEX, "")).isEqualTo("value");
    assertThat(get(store, INDEX, "key")).isEmpty();
    assertThat(forward(store, INDEX, KeyRange.ALL)).containsExactly("=value", "key=");
    assertThat(reverse(store, INDEX, KeyRange.ALL)).containsExactly("key=", "=value");
  }

  @Test
  void largeValuesComeBackWhole() {
    byte[] large = new byte[5 << 20];
    new Random(1).nextBytes(large);
    byte[] longKey = new byte[64 << 10];
    Batch batch = store.newBatch();
    batch.put(ITEMS, longKey, large);
    store.write(batch);

    assertThat(store.get(ITEMS, longKey)).isEqualTo(large);
    try (Cursor cursor = store.scan(ITEMS, KeyRange.ALL, Direction.FORWARD)) {
      assertThat(cursor.next()).isTrue();
      assertThat(cursor.key()).isEqualTo(longKey);
      assertThat(cursor.value()).isEqualTo(large);
    }
  }

  @Test
  void keysBehindTheEndOfAllKeysAreRefused() {
    byte[] tooHigh = new byte[17];
    Arrays.fill(tooHigh, (byte) 0xFF);
    Batch batch = store.newBatch();

    assertThatThrownBy(() -> batch.put(ITEMS, tooHigh, bytes("1")))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
  }

  @Test
  void bytesGivenAndTakenMayBeReused() {
    byte[] key = bytes("a");
    byte[] value = bytes("1");
    Batch batch = store.newBatch();
    batch.put(ITEMS, key, value);
    key[0] = 'x';
    value[0] = 'x';
    store.write(batch);
    byte[] read = Objects.requireNonNull(store.get(ITEMS, bytes("a")));
    assertThat(text(read)).isEqualTo("1");
    read[0] = 'y';

    assertThat(forward(store, ITEMS, KeyRange.ALL)).containsExactly("a=1");
  }

  @Test
  void getAllKeepsTheOrderOfItsKeys() {
    put(store, ITEMS, "a", "1");
    put(store, ITEMS, "b", "2");
    List<byte[]> keys = List.of(bytes("b"), bytes("missing"), bytes("a"), bytes("b"));

    assertThat(store.getAll(ITEMS, keys, Long.MAX_VALUE).stream().map(Bytes::text))
        .containsExactly("2", null, "1", "2");
    assertThat(store.getAll(ITEMS, List.of(), Long.MAX_VALUE)).isEmpty();
  }

  @Test
  void severalValuesAreReadAsFarAsTheyFit() {
    List<byte[]> keys = new ArrayList<>();
    for (int i = 9; i >= 0; i--) {
      keys.add(bytes("k" + i));
      if (i != 7) {
        put(store, ITEMS, "k" + i, "%0100d".formatted(i));
      }
    }
    try (Snapshot snapshot = store.snapshot()) {
      for (Reader reader : List.of(store, snapshot)) {
        assertThat(reader.getAll(ITEMS, keys, 1)).hasSize(1);
        assertThat(reader.getAll(ITEMS, keys, 250).stream().map(Bytes::text))
            .containsExactly("%0100d".formatted(9), "%0100d".formatted(8), null);
        assertThat(reader.getAll(ITEMS, keys, 900)).hasSize(10);
      }
    }
  }

  @Test
  void batchesTellWhatTheyHold() {
    Batch batch = store.newBatch();
    batch.put(ITEMS, new byte[100], new byte[1000]);
    batch.delete(INDEX, new byte[10]);

    assertThat(batch.count()).isEqualTo(2);
    assertThat(batch.bytes()).isBetween(1110, 1130);
  }

  @Test
  void batchesAreWrittenOnce() {
    Batch batch = store.newBatch();
    batch.put(ITEMS, bytes("a"), bytes("1"));
    store.write(batch);

    assertThatIllegalStateException().isThrownBy(() -> store.write(batch));
  }

  @Test
  void snapshotsDoNotChange() {
    put(store, ITEMS, "a", "old");
    try (Snapshot snapshot = store.snapshot()) {
      put(store, ITEMS, "a", "new");
      put(store, ITEMS, "b", "new");
      Batch batch = store.newBatch();
      batch.deleteRange(ITEMS, KeyRange.ALL);
      store.write(batch);

      assertThat(get(snapshot, ITEMS, "a")).isEqualTo("old");
      assertThat(get(snapshot, ITEMS, "b")).isNull();
      assertThat(
              snapshot.getAll(ITEMS, List.of(bytes("a"), bytes("b")), Long.MAX_VALUE).stream()
                  .map(Bytes::text))
          .containsExactly("old", null);
      assertThat(forward(snapshot, ITEMS, KeyRange.ALL)).containsExactly("a=old");
      assertThat(forward(store, ITEMS, KeyRange.ALL)).isEmpty();
    }
  }

  @Test
  void closedSnapshotsAreUnavailableAndTheirCursorsGoOn() {
    put(store, ITEMS, "a", "1");
    Snapshot snapshot = store.snapshot();
    Cursor cursor = snapshot.scan(ITEMS, KeyRange.ALL, Direction.FORWARD);
    snapshot.close();
    snapshot.close();
    put(store, ITEMS, "b", "2");
    store.reclaim(ITEMS, KeyRange.ALL);

    assertThat(Bytes.rest(cursor)).containsExactly("a=1");
    assertThatThrownBy(() -> snapshot.get(ITEMS, bytes("a")))
        .isInstanceOfSatisfying(
            OrreryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.UNAVAILABLE));
  }

  @Test
  void spaceIsMeasuredAndReclaimed() {
    Random random = new Random(7);
    for (int i = 0; i < 200; i++) {
      byte[] value = new byte[10_000];
      random.nextBytes(value);
      Batch batch = store.newBatch();
      batch.put(ITEMS, bytes("a%04d".formatted(i)), value);
      store.write(batch);
    }
    put(store, ITEMS, "b", "kept");
    assertThat(store.approximateBytes(ITEMS, KeyRange.prefix(bytes("a"))))
        .isBetween(1_000_000L, 4_000_000L);
    assertThat(store.approximateBytes(ITEMS, range("z", "a"))).isZero();

    Batch batch = store.newBatch();
    batch.deleteRange(ITEMS, KeyRange.prefix(bytes("a")));
    store.write(batch);
    store.reclaim(ITEMS, KeyRange.prefix(bytes("a")));

    assertThat(store.approximateBytes(ITEMS, KeyRange.ALL)).isLessThan(100_000);
    assertThat(forward(store, ITEMS, KeyRange.ALL)).containsExactly("b=kept");
  }

  @Test
  void metricsCount() {
    put(store, ITEMS, "a", "1");
    put(store, ITEMS, "b", "1");
    StoreMetrics metrics = store.metrics();

    assertThat(metrics.batchesWritten()).isEqualTo(2);
    assertThat(metrics.groupsWritten()).isBetween(1L, 2L);
    assertThat(metrics.memtableBytes()).isPositive();
    assertThat(metrics.writable()).isTrue();
  }
}
