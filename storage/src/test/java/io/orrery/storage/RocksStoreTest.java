// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.Direction;
import io.orrery.model.WouldWait;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RocksStoreTest extends ModelContract {
  @TempDir private Path directory;

  @Override
  Store open() {
    return RocksStore.open(directory.resolve("data"), RocksSettings.DEFAULT);
  }

  @Test
  void checkpointsAreStoresOfTheirOwn() throws Exception {
    Bytes.put(store(), Family.ITEMS, "a", "1");
    Path target = directory.resolve("backups").resolve("first");
    store().checkpoint(target);
    Bytes.put(store(), Family.ITEMS, "a", "2");

    assertThat(target.getParent()).isDirectoryNotContaining("glob:**.unfinished");
    try (Store copy = RocksStore.open(target, RocksSettings.DEFAULT)) {
      assertThat(Bytes.get(copy, Family.ITEMS, "a")).isEqualTo("1");
      Bytes.put(copy, Family.ITEMS, "a", "3");
    }
    assertThat(Bytes.get(store(), Family.ITEMS, "a")).isEqualTo("2");
    assertThat(Files.readString(target.resolve("FORMAT"))).isEqualTo("orrery 4\n");
  }

  /// What lies on disk only is not read from there, but once somebody else has read it, memory has
  /// it.
  @Test
  void aGlanceReadsNothingFromDisk() {
    try (Store first = RocksStore.open(directory.resolve("cold"), RocksSettings.DEFAULT)) {
      Bytes.put(first, Family.META, "a", "1");
      assertThat(first.glance(Family.META, Bytes.bytes("a")))
          .satisfies(there -> assertThat(there.value()).isEqualTo(Bytes.bytes("1")));
      assertThat(first.glance(Family.META, Bytes.bytes("b")).isKnown()).isTrue();
    }
    try (Store cold = RocksStore.open(directory.resolve("cold"), RocksSettings.DEFAULT)) {
      assertThat(cold.glance(Family.META, Bytes.bytes("a")).isKnown()).isFalse();
      assertThat(Bytes.get(cold, Family.META, "a")).isEqualTo("1");
      // After one in vain, the next is not tried.
      assertThat(cold.glance(Family.META, Bytes.bytes("a")).isKnown()).isFalse();
      for (int i = 0; i < 3; i++) {
        assertThat(cold.glance(Family.META, Bytes.bytes("a")).value()).isEqualTo(Bytes.bytes("1"));
      }
    }
  }

  @Test
  void aGlimpseReadsNothingFromDisk() {
    try (Store first = RocksStore.open(directory.resolve("unread"), RocksSettings.DEFAULT)) {
      Bytes.put(first, Family.ITEMS, "a", "1");
      Bytes.put(first, Family.ITEMS, "b", "2");
    }
    try (Store cold = RocksStore.open(directory.resolve("unread"), RocksSettings.DEFAULT)) {
      for (Direction direction : Direction.values()) {
        try (Snapshot glimpse = cold.glimpse(new Allowance(100, 100)).orElseThrow();
            Cursor cursor = glimpse.scan(Family.ITEMS, KeyRange.ALL, direction)) {
          assertThatThrownBy(cursor::next).isInstanceOf(WouldWait.class);
        }
      }
      try (Snapshot glimpse = cold.glimpse(new Allowance(100, 100)).orElseThrow()) {
        assertThatThrownBy(() -> Bytes.get(glimpse, Family.ITEMS, "a"))
            .isInstanceOf(WouldWait.class);
        assertThatThrownBy(() -> glimpse.getAll(Family.ITEMS, List.of(Bytes.bytes("a")), 100))
            .isInstanceOf(WouldWait.class);
      }
      assertThat(Bytes.forward(cold, Family.ITEMS, KeyRange.ALL)).containsExactly("a=1", "b=2");
      try (Snapshot glimpse = cold.glimpse(new Allowance(100, 100)).orElseThrow()) {
        assertThat(Bytes.forward(glimpse, Family.ITEMS, KeyRange.ALL))
            .containsExactly("a=1", "b=2");
      }
    }
  }

  /// What was deleted is passed over unseen, and may be much.
  @Test
  void aGlimpseDoesNotWalkOverWhatWasDeleted() {
    Batch batch = store().newBatch();
    for (int i = 0; i < 1000; i++) {
      batch.put(Family.ITEMS, Bytes.bytes("k%03d".formatted(i)), Bytes.bytes("1"));
    }
    store().write(batch);
    Batch deleting = store().newBatch();
    for (int i = 0; i < 999; i++) {
      deleting.delete(Family.ITEMS, Bytes.bytes("k%03d".formatted(i)));
    }
    store().write(deleting);
    try (Snapshot glimpse = store().glimpse(new Allowance(100, 100)).orElseThrow();
        Cursor cursor = glimpse.scan(Family.ITEMS, KeyRange.ALL, Direction.FORWARD)) {
      assertThatThrownBy(cursor::next).isInstanceOf(WouldWait.class);
    }
    assertThat(Bytes.forward(store(), Family.ITEMS, KeyRange.ALL)).containsExactly("k999=1");
  }

  @Test
  void anInterruptedCheckpointIsReplaced() throws Exception {
    Path unfinished = Files.createDirectory(directory.resolve("copy.unfinished"));
    Files.writeString(unfinished.resolve("000009.sst"), "half");
    Bytes.put(store(), Family.ITEMS, "a", "1");
    store().checkpoint(directory.resolve("copy"));

    try (Store copy = RocksStore.open(directory.resolve("copy"), RocksSettings.DEFAULT)) {
      assertThat(Bytes.get(copy, Family.ITEMS, "a")).isEqualTo("1");
    }
  }
}
