// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
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
      Bytes.put(first, Family.ITEMS, "a", "1");
      assertThat(first.glance(Family.ITEMS, Bytes.bytes("a")))
          .satisfies(there -> assertThat(there.value()).isEqualTo(Bytes.bytes("1")));
      assertThat(first.glance(Family.ITEMS, Bytes.bytes("b")).isKnown()).isTrue();
    }
    try (Store cold = RocksStore.open(directory.resolve("cold"), RocksSettings.DEFAULT)) {
      assertThat(cold.glance(Family.ITEMS, Bytes.bytes("a")).isKnown()).isFalse();
      assertThat(Bytes.get(cold, Family.ITEMS, "a")).isEqualTo("1");
      // After one in vain, the next is not tried.
      assertThat(cold.glance(Family.ITEMS, Bytes.bytes("a")).isKnown()).isFalse();
      for (int i = 0; i < 3; i++) {
        assertThat(cold.glance(Family.ITEMS, Bytes.bytes("a")).value()).isEqualTo(Bytes.bytes("1"));
      }
    }
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
