// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.ControlPlane;
import io.orrery.control.Route;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.model.Limits;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.partition.fragment.ComputeShare;
import io.orrery.partition.fragment.FragmentExecutor;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.host.PartitionHost;
import io.orrery.partition.service.Buckets;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/// A whole engine behind a gateway, in a time of its own.
final class Bed implements AutoCloseable {
  static final String DATABASE = "shop";
  static final ContainerDefinition BY_KEY =
      ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk"));

  final FakeTime time = new FakeTime();
  private final Limits limits;
  private final boolean throttling;
  private final @Nullable Path directory;
  private final boolean sending;
  private Store store;
  private ControlPlane plane;
  private Gateway gateway;

  private Bed(Limits limits, boolean throttling, @Nullable Path directory) {
    this(limits, throttling, directory, false);
  }

  private Bed(Limits limits, boolean throttling, @Nullable Path directory, boolean sending) {
    this.sending = sending;
    // So many partitions as a test asks for.
    this.limits = limits.with(Limits.Name.INITIAL_PARTITION_RU, limits.physicalPartitionRu());
    this.throttling = throttling;
    this.directory = directory;
    this.store = directory == null ? new MemoryStore() : open(directory);
    this.plane = newPlane();
    this.gateway = newGateway();
  }

  private static Store open(Path directory) {
    return RocksStore.open(directory, RocksSettings.DEFAULT);
  }

  /// Where a bed keeps its data.
  enum Medium {
    MEMORY,
    DISK
  }

  static Bed on(Medium medium, Path directory) {
    return on(medium, directory, Limits.DEFAULT);
  }

  static Bed on(Medium medium, Path directory, Limits limits) {
    return switch (medium) {
      case MEMORY -> inMemory(limits);
      case DISK -> new Bed(limits, false, directory);
    };
  }

  static Bed inMemory() {
    return new Bed(Limits.DEFAULT, false, null);
  }

  static Bed inMemory(Limits limits) {
    return new Bed(limits, false, null);
  }

  /// Whose queries get to partitions as bytes.
  static Bed sending() {
    return new Bed(Limits.DEFAULT, false, null, true);
  }

  static Bed throttled() {
    return new Bed(Limits.DEFAULT, true, null);
  }

  private ControlPlane newPlane() {
    PartitionHost host =
        new LocalHost(
            store,
            limits,
            new Buckets(time, throttling),
            new FragmentExecutor(QueryBed.LANGUAGES, limits, ComputeShare.of(limits, time)));
    return ControlPlane.open(
        StoredCatalog.open(store),
        sending ? new SentPartition.Host(host) : host,
        new ControlPlane.Options(limits, time, time));
  }

  private Gateway newGateway() {
    GatewaySettings settings = new GatewaySettings(limits, time, time);
    return new Gateway(plane, settings);
  }

  /// Stops everything and starts it again on what was stored.
  void restart() {
    plane.close();
    if (directory != null) {
      store.close();
      store = open(directory);
    }
    plane = newPlane();
    gateway = newGateway();
  }

  Gateway gateway() {
    return gateway;
  }

  ControlPlane plane() {
    return plane;
  }

  /// A container with so many partitions.
  ContainerHandle create(String name, ContainerDefinition definition, int partitions) {
    if (plane.findDatabase(DATABASE).isEmpty()) {
      plane.createDatabase(DATABASE, null);
    }
    Throughput throughput =
        Throughput.manual(Math.max(400, partitions * limits.physicalPartitionRu()));
    plane.createContainer(DATABASE, name, definition, throughput);
    return container(name);
  }

  ContainerHandle container(String name) {
    return gateway.container(DATABASE, name);
  }

  /// Splits every partition once.
  void splitAll(ContainerHandle container) {
    for (Route route : container.table().routes().all()) {
      plane.splitWhenWhole(container.open(), route.ordinal(), null, Duration.ofSeconds(30));
    }
  }

  RequestContext request() {
    return gateway.request(Duration.ofSeconds(5));
  }

  RequestContext request(SessionToken session) {
    RequestContext plain = request();
    return gateway.request(plain.remaining(), session, plain.activityId());
  }

  static ItemKey key(ContainerHandle container, String partitionKey, String id) {
    return container.key(PartitionKey.text(partitionKey), bytes(id));
  }

  static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  static NewItem json(String json) {
    return new NewItem(StoredItems.fromJson(bytes(json)), Item.TTL_DEFAULT, true);
  }

  static String json(Item item) {
    return new String(StoredItems.toJson(item.body()), StandardCharsets.UTF_8);
  }

  /// An item whose body has exactly so many bytes.
  static NewItem sized(int bytes) {
    int padding = bytes;
    NewItem item = padded(padding);
    while (item.body().length > bytes) {
      padding -= item.body().length - bytes;
      item = padded(padding);
    }
    return item;
  }

  private static NewItem padded(int padding) {
    return json("{\"padding\":\"" + "x".repeat(padding) + "\"}");
  }

  @Override
  public void close() {
    plane.close();
    store.close();
  }
}
