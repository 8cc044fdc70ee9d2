// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.ControlPlane;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.GatewaySettings;
import io.orrery.model.Direction;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.service.Buckets;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.Batch;
import io.orrery.storage.Cursor;
import io.orrery.storage.Family;
import io.orrery.storage.KeyRange;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import io.orrery.testkit.ServerProcess;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// `orrery doctor`, on a store that is sound and on one that is not.
class DoctorIT {
  @TempDir private Path directory;

  private Path data() {
    return directory.resolve("data");
  }

  private Store open() {
    return RocksStore.open(data().resolve("store"), RocksSettings.DEFAULT);
  }

  private void fill(int items) {
    InstantSource clock = InstantSource.system();
    try (Store store = open();
        ControlPlane plane =
            ControlPlane.open(
                StoredCatalog.open(store),
                new LocalHost(store, Limits.DEFAULT, new Buckets(SystemTime.TICKER, false)),
                new ControlPlane.Options(Limits.DEFAULT, clock, SystemTime.TICKER))) {
      var settings = new GatewaySettings(Limits.DEFAULT, clock, SystemTime.TICKER);
      Gateway gateway = new Gateway(plane, settings);
      plane.createDatabase("shop", null);
      ContainerHandle orders =
          gateway
              .administration()
              .createContainer(
                  "shop",
                  "orders",
                  ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk")),
                  Throughput.manual(20_000));
      for (int i = 0; i < items; i++) {
        String json = "{\"id\":\"%d\",\"pk\":\"key-%d\",\"n\":%d}".formatted(i, i % 7, i);
        byte[] id = Integer.toString(i).getBytes(StandardCharsets.UTF_8);
        gateway.create(
            orders,
            orders.key(PartitionKey.text("key-" + i % 7), id),
            new NewItem(
                StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8)),
                Item.TTL_DEFAULT,
                true),
            gateway.request(Duration.ofSeconds(30)));
      }
    }
  }

  private String doctor(int exitCode) {
    try (ServerProcess doctor =
        ServerProcess.run(
            directory, Map.of(), List.of("doctor", "--data-path", data().toString()))) {
      assertThat(doctor.awaitExit()).isEqualTo(exitCode);
      return doctor.standardOutput() + doctor.standardError();
    }
  }

  @Test
  void aSoundStoreIsFoundSound() {
    fill(50);
    assertThat(doctor(0)).contains("is sound: 50 items");
  }

  @Test
  void aMissingIndexEntryIsFound() {
    fill(50);
    try (Store store = open()) {
      Batch batch = store.newBatch();
      try (Cursor cursor = store.scan(Family.INDEX, KeyRange.ALL, Direction.FORWARD)) {
        assertThat(cursor.next()).isTrue();
        batch.delete(Family.INDEX, cursor.key());
      }
      store.write(batch);
    }
    assertThat(doctor(1)).contains("findings.").containsIgnoringCase("index");
  }

  @Test
  void dataOfNobodyIsFound() {
    fill(1);
    try (Store store = open()) {
      Batch batch = store.newBatch();
      batch.put(Family.FEED, new byte[] {0, 0, 0, 99, 0, 0, 0, 0, 16}, new byte[] {1});
      store.write(batch);
    }
    assertThat(doctor(1)).contains("container 99, which does not exist");
  }

  @Test
  void aDirectoryWithoutDataIsRefused() {
    assertThat(doctor(1)).contains("There is no data in").contains("--data-path");
    assertThat(data()).doesNotExist();
  }
}
