// SPDX-License-Identifier: Apache-2.0
package io.orrery.storage;

import static io.orrery.storage.Bytes.bytes;
import static io.orrery.storage.Bytes.put;
import static io.orrery.storage.Family.INDEX;
import static io.orrery.storage.Family.ITEMS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import java.io.BufferedReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/// What was acknowledged is there after the process is gone.
@Timeout(30)
class DurabilityTest {
  @TempDir private Path directory;

  @Test
  void everythingIsThereAfterReopening() {
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      for (Family family : Family.values()) {
        put(store, family, "a", family.name());
        put(store, family, "b", "deleted");
      }
      Batch batch = store.newBatch();
      for (Family family : Family.values()) {
        batch.deleteRange(family, new KeyRange(bytes("b"), null));
      }
      store.write(batch);
    }
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      for (Family family : Family.values()) {
        assertThat(Bytes.forward(store, family, KeyRange.ALL)).containsExactly("a=" + family);
      }
    }
  }

  @Test
  void unsyncedWritesCostNoSynchronisationAndAreThereAfterReopening() {
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      put(store, ITEMS, "first", "1");
      long synced = store.metrics().groupsWritten();
      for (int i = 0; i < 20; i++) {
        Batch batch = store.newBatch();
        batch.put(ITEMS, bytes("unsynced" + i), bytes("1"));
        store.write(batch, Durability.UNSYNCED);
      }
      assertThat(store.metrics().groupsWritten()).isEqualTo(synced);
    }
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      assertThat(Bytes.forward(store, ITEMS, KeyRange.ALL)).hasSize(21);
    }
  }

  @Test
  void acknowledgedWritesSurviveAKill() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    for (int round = 0; round < 2; round++) {
      Process child = ChildWriter.start(directory, "unlimited");
      try (BufferedReader output = child.inputReader()) {
        for (int i = 0; i < 200; i++) {
          acknowledged.add(output.readLine());
        }
        // By its handle: the process itself would close its output, too.
        child.toHandle().destroyForcibly();
        output.lines().forEach(acknowledged::add);
      }
      child.waitFor();
      requireAll(acknowledged);
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void aFullDiskFailsWritesAndLosesNothing() throws Exception {
    List<String> acknowledged = new ArrayList<>();
    List<String> failures = new ArrayList<>();
    Process child = ChildWriter.start(directory, "3000000");
    try (BufferedReader output = child.inputReader()) {
      while (failures.size() < 4) {
        String line = output.readLine();
        assertThat(line).as("the child ended early").isNotNull();
        (line.startsWith(ChildWriter.FAILED) ? failures : acknowledged).add(line);
      }
      child.destroyForcibly();
    }
    child.waitFor();

    assertThat(acknowledged).hasSizeGreaterThan(100);
    assertThat(failures)
        .allSatisfy(
            failure ->
                assertThat(failure)
                    .startsWith(ChildWriter.FAILED + ErrorCode.STORAGE_FAILED + " true ")
                    .contains("File too large"));
    requireAll(acknowledged);
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      put(store, ITEMS, "after", "1");
    }
  }

  private void requireAll(List<String> keys) {
    try (Store store = RocksStore.open(directory, RocksSettings.DEFAULT)) {
      for (String key : keys) {
        assertThat(store.get(ITEMS, bytes(key))).as(key).isNotNull();
        assertThat(store.get(INDEX, bytes(key))).as(key).isNotNull();
      }
    }
  }
}
