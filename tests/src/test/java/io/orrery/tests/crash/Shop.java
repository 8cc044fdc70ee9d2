// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import io.orrery.control.ControlPlane;
import io.orrery.gateway.ContainerHandle;
import io.orrery.model.Limits;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.CompositeIndex;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.Throughput;
import io.orrery.model.container.TimeToLive;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.storage.Store;
import io.orrery.testkit.LocalEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.assertj.core.api.Assertions;

/// What both sides agree on: the database, its containers, and what their items look like.
final class Shop {
  static final String DATABASE = "shop";
  static final String PLAIN = "plain";
  static final String HISTORY = "history";
  static final String EXPIRING = "expiring";
  static final String LEVELS = "levels";
  static final List<String> CONTAINERS = List.of(PLAIN, HISTORY, EXPIRING, LEVELS);

  /// Writers 0 to 7 write; the last one makes, drops, splits and re-indexes.
  static final int WRITERS = 9;

  static final int BUILDER = WRITERS - 1;

  /// A logical partition with more items than are deleted at once.
  static final int FAT_ITEMS = 600;

  static final String FAT = "fat";

  static final Limits LIMITS =
      Limits.DEFAULT
          .with(Limits.Name.PHYSICAL_PARTITION_BYTES, 400_000)
          .with(Limits.Name.LOGICAL_PARTITION_BYTES, 1_000_000);

  private static final long MEGABYTE = 1 << 20;

  /// So small that files are written and merged all the time.
  private static final RocksSettings ROCKS =
      new RocksSettings(8 * MEGABYTE, MEGABYTE, MEGABYTE, MEGABYTE, 1, 64);

  static final List<IndexingPolicy> POLICIES =
      List.of(
          IndexingPolicy.ALL,
          IndexingPolicy.NONE,
          new IndexingPolicy(
              true,
              List.of(IndexPath.parse("/number/?"), IndexPath.parse("/tags/[]/?")),
              List.of(IndexPath.ALL),
              List.of(),
              List.of(
                  new CompositeIndex(
                      1,
                      List.of(
                          new CompositeIndex.Part(PropertyPath.parse("/hundredth"), true),
                          new CompositeIndex.Part(PropertyPath.parse("/number"), false))))));

  private Shop() {}

  static LocalEngine open(Path directory) {
    return new LocalEngine(openStore(directory), LocalEngine.Options.unthrottled(LIMITS));
  }

  static Store openStore(Path directory) {
    return RocksStore.open(directory, ROCKS);
  }

  /// Makes what is not there yet.
  static void furnish(ControlPlane plane) {
    if (plane.findDatabase(DATABASE).isEmpty()) {
      plane.createDatabase(DATABASE, null);
    }
    for (String name : CONTAINERS) {
      if (plane.findContainer(DATABASE, name).isEmpty()) {
        plane.createContainer(DATABASE, name, definition(name), Throughput.manual(400));
      }
    }
  }

  static ContainerDefinition definition(String name) {
    ContainerDefinition byKey =
        ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/key"));
    return switch (name) {
      case HISTORY ->
          byKey
              .withHistoryMillis(3_600_000)
              .withUniqueKeys(List.of(List.of(PropertyPath.parse("/serial"))));
      case EXPIRING -> byKey.withTtlSeconds(TimeToLive.NO_DEFAULT);
      case LEVELS ->
          ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.multiHash("/writer", "/key"));
      default -> byKey;
    };
  }

  static ItemKey key(ContainerHandle container, String key, int id) {
    PartitionKey partitionKey =
        container.definition().paths().size() == 1
            ? PartitionKey.text(key)
            : PartitionKey.text(Integer.toString(writer(key)), key);
    return container.key(partitionKey, Integer.toString(id).getBytes(StandardCharsets.UTF_8));
  }

  static String logicalKey(int writer, String name) {
    return "w" + writer + "-" + name;
  }

  static int writer(String key) {
    return Integer.parseInt(key.substring(1, key.indexOf('-')));
  }

  static NewItem item(String key, int id, long number, int ttlSeconds) {
    String json = key.endsWith(FAT) ? slim(key, id, number) : ordinary(key, id, number);
    return new NewItem(
        StoredItems.fromJson(json.getBytes(StandardCharsets.UTF_8)), ttlSeconds, true);
  }

  private static String slim(String key, int id, long number) {
    return "{\"key\":\"%s\",\"number\":%d,\"serial\":%d}".formatted(key, number, id);
  }

  private static String ordinary(String key, int id, long number) {
    return """
    {"id":"%d","key":"%s","writer":"%d","number":%d,"hundredth":%d,"serial":"%d","tags":["t%d","t%d"],
     "nested":{"even":%b,"text":"number %d"},"padding":"%s"}\
    """
        .formatted(
            id,
            key,
            writer(key),
            number,
            number / 100,
            id,
            number % 7,
            number % 11,
            number % 2 == 0,
            number,
            padding(number));
  }

  private static String padding(long number) {
    return "x".repeat((int) (number * 31 % 400));
  }

  /// The number of an item; fails unless the whole item is the one of this number.
  static long number(String key, int id, byte[] body) {
    if (!(StoredItems.decode(body) instanceof Value.Document document)) {
      throw new AssertionError("an item is no object");
    }
    long number =
        switch (document.properties().get("number")) {
          case Value.Int32(int value) -> value;
          case Value.Int64(long value) -> value;
          case null, default -> throw new AssertionError("an item without number: " + document);
        };
    Assertions.assertThat(body)
        .as("%s/%d, number %d", key, id, number)
        .isEqualTo(item(key, id, number, 0).body());
    return number;
  }
}
