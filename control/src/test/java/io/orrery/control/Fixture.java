// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.catalog.CatalogState;
import io.orrery.control.catalog.CatalogView;
import io.orrery.control.catalog.StoredCatalog;
import io.orrery.model.Direction;
import io.orrery.model.Limits;
import io.orrery.model.SystemTime;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.encoding.ByteWriter;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.host.LocalHost;
import io.orrery.partition.service.Buckets;
import io.orrery.partition.service.LocalPartition;
import io.orrery.plan.update.Operation;
import io.orrery.storage.MemoryStore;
import io.orrery.storage.Store;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.awaitility.Awaitility;

/// A control plane over a store in memory that can be started again.
final class Fixture implements AutoCloseable {
  private final Store store;
  private final ControlPlane.Options options;
  private ControlPlane plane;

  Fixture(Limits limits) {
    this(limits, new MemoryStore());
  }

  Fixture(Limits limits, Store store) {
    this.store = store;
    options = new ControlPlane.Options(limits, InstantSource.system(), SystemTime.TICKER);
    plane = start();
  }

  ControlPlane plane() {
    return plane;
  }

  Store store() {
    return store;
  }

  private ControlPlane start() {
    return ControlPlane.open(
        StoredCatalog.open(store),
        new LocalHost(store, options.limits(), new Buckets(SystemTime.TICKER, true)),
        options);
  }

  void restart() {
    plane.close();
    plane = start();
  }

  CatalogView catalog() {
    return CatalogState.read(store);
  }

  /// Creates this many items of distinct partition keys.
  void fill(OpenContainer open, int count) {
    for (int i = 0; i < count; i++) {
      String json = "{\"id\":\"%d\",\"pk\":\"key-%d\",\"n\":%d}".formatted(i, i, i);
      byte[] body = StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8));
      ItemKey key = key(open, "key-" + i, Integer.toString(i));
      var item = new Operation.NewItem(body, Item.TTL_DEFAULT, true);
      var write = new Command.Write(i, List.of(new Operation.Create(key, item)));
      assertThat(submit(open, key, write)).isInstanceOf(Outcome.Written.class);
    }
  }

  private static Outcome submit(OpenContainer open, ItemKey key, Command command) {
    while (true) {
      Routes routes = open.routes();
      Outcome outcome = inside(routes.at(key.position())).submit(command, Duration.ofSeconds(10));
      if (!(outcome instanceof Outcome.Moved)) {
        return outcome;
      }
      open.awaitNewer(routes, Duration.ofSeconds(10));
    }
  }

  private static ItemKey key(OpenContainer open, String partitionKey, String id) {
    PartitionKey value = PartitionKey.text(partitionKey);
    ByteWriter bytes = new ByteWriter();
    value.write(bytes);
    return ItemKey.of(
        open.container().definition().key().position(value),
        bytes.toByteArray(),
        id.getBytes(StandardCharsets.UTF_8));
  }

  /// What is behind a route, in this process.
  static Partition inside(Route route) {
    return ((LocalPartition) route.service()).partition();
  }

  int count(OpenContainer open) {
    int count = 0;
    for (Route route : open.routes().all()) {
      try (PartitionView view = inside(route).view(0);
          ItemCursor items = view.items(HashRange.FULL, null, Direction.FORWARD)) {
        while (items.next()) {
          count++;
        }
      }
    }
    return count;
  }

  /// Until nothing is left to do in the background.
  void awaitQuiet(OpenContainer open) {
    await(
        () ->
            open.container().partitions().retired().isEmpty()
                && open.container().partitions().intent() == null
                && open.routes().all().stream().allMatch(route -> inside(route).due(0, 1).isEmpty())
                && open.routes().all().stream()
                    .noneMatch(
                        route ->
                            plane.describe(route).counters().bytes()
                                >= options.limits().physicalPartitionBytes()));
  }

  void await(BooleanSupplier condition) {
    Awaitility.await()
        .atMost(Duration.ofSeconds(30))
        .pollInterval(Duration.ofMillis(10))
        .until(condition::getAsBoolean);
  }

  @Override
  public void close() {
    plane.close();
    store.close();
  }
}
