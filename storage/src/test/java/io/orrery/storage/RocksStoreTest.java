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
