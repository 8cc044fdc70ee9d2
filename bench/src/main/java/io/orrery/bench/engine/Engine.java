// SPDX-License-Identifier: Apache-2.0
package io.orrery.bench.engine;

import io.orrery.bench.load.Items;
import io.orrery.control.ControlPlane;
import io.orrery.control.OpenContainer;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.GatewaySettings;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.service.Buckets;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;

/// The engine as the server runs it, throttling off, with one container that indexes everything.
final class Engine implements AutoCloseable {
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  final ControlPlane plane;
  final OpenContainer open;
  final Store store;
  private final Gateway gateway;
  private final ContainerHandle container;

  Engine(Path directory) {
    InstantSource clock = SystemTime.CLOCK;
    store = RocksStore.open(directory, RocksSettings.DEFAULT);
    plane =
        ControlPlane.open(
            StoredCatalog.open(store),
            new LocalHost(store, Limits.DEFAULT, new Buckets(SystemTime.TICKER, false)),
            new ControlPlane.Options(Limits.DEFAULT, clock, SystemTime.TICKER));
    gateway = new Gateway(plane, new GatewaySettings(Limits.DEFAULT, clock, SystemTime.TICKER));
    plane.createDatabase("bench", null);
    open =
        plane.createContainer(
            "bench",
            "items",
            ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk")),
            Throughput.manual(10_000));
    container = gateway.container("bench", "items");
  }

  ItemKey key(long number) {
    return container.key(
        PartitionKey.text(Items.DEFAULT.partitionKey(number)),
        Items.id(number).getBytes(StandardCharsets.UTF_8));
  }

  void create(long number, byte[] json) {
    NewItem item = new NewItem(StoredItems.fromJson(json), Item.TTL_DEFAULT, true);
    gateway.create(container, key(number), item, gateway.request(TIMEOUT));
  }

  void replace(long number, byte[] json) {
    NewItem item = new NewItem(StoredItems.fromJson(json), Item.TTL_DEFAULT, true);
    gateway.replace(container, key(number), item, null, gateway.request(TIMEOUT));
  }

  Item read(long number) {
    return gateway.read(container, key(number), gateway.request(TIMEOUT)).item().orElseThrow();
  }

  @Override
  public void close() {
    plane.close();
    store.close();
  }
}
