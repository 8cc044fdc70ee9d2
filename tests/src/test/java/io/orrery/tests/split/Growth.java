// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import io.orrery.control.OpenContainer;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.model.Limits;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredCursor;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.key.PropertyPath;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.RocksSettings;
import io.orrery.storage.RocksStore;
import io.orrery.testkit.LocalEngine;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.concurrent.ConcurrentSkipListMap;

/// A container that grows, and what has been acknowledged of it.
final class Growth implements AutoCloseable {
  static final int WRITERS = 16;

  /// An item of this many is deleted now and then; the others stay for ever once they are there.
  private static final int FLEETING = 4;

  private static final PropertyPath NAME = PropertyPath.parse("/name");
  private static final PropertyPath CHANGES = PropertyPath.parse("/changes");

  private static final String DATABASE = "split";
  private static final String CONTAINER = "items";

  /// The number of changes of an item so far, by its name; negative if the last one was a delete.
  private final ConcurrentSkipListMap<String, Integer> acknowledged = new ConcurrentSkipListMap<>();

  private final LocalEngine engine;
  private final ContainerHandle container;

  Growth(Path directory, Limits limits, boolean throttling, Throughput throughput) {
    engine =
        new LocalEngine(
            RocksStore.open(directory, RocksSettings.DEFAULT),
            new LocalEngine.Options(limits, throttling, InstantSource.system()));
    engine.plane().createDatabase(DATABASE, null);
    ContainerDefinition definition =
        ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/key"))
            .withHistoryMillis(3_600_000);
    engine.plane().createContainer(DATABASE, CONTAINER, definition, throughput);
    container = engine.gateway().container(DATABASE, CONTAINER);
  }

  LocalEngine engine() {
    return engine;
  }

  Gateway gateway() {
    return engine.gateway();
  }

  ContainerHandle container() {
    return container;
  }

  OpenContainer open() {
    return engine.plane().requireContainer(DATABASE, CONTAINER);
  }

  int partitions() {
    return open().routes().all().size();
  }

  void changeThroughput(long unitsPerSecond) {
    engine.plane().changeThroughput(DATABASE, CONTAINER, Throughput.manual(unitsPerSecond));
  }

  ConcurrentSkipListMap<String, Integer> acknowledged() {
    return acknowledged;
  }

  /// Items are called `writer-key/number`.
  static String name(int writer, int key, int number) {
    return writer + "-" + key + "/" + number;
  }

  static boolean isFleeting(String name) {
    return Integer.parseInt(name.substring(name.indexOf('/') + 1)) % FLEETING == 0;
  }

  ItemKey key(String name) {
    int slash = name.indexOf('/');
    return container.key(
        PartitionKey.text(name.substring(0, slash)),
        name.substring(slash + 1).getBytes(StandardCharsets.UTF_8));
  }

  /// An item of about a kilobyte that tells its name and its number of changes.
  static NewItem item(String name, int changes) {
    StringBuilder json = new StringBuilder("{\"name\":\"" + name + "\",\"changes\":" + changes);
    for (int i = 0; i < 6; i++) {
      json.append(",\"p%d\":\"%s\"".formatted(i, (name + changes).repeat(4 + i)));
    }
    json.append(",\"key\":\"").append(name, 0, name.indexOf('/')).append("\"}");
    byte[] body = StoredItems.fromJson(json.toString().getBytes(StandardCharsets.UTF_8));
    return new NewItem(body, Item.TTL_DEFAULT, true);
  }

  static String name(Item item) {
    return property(item, NAME) instanceof Value.Text(String name) ? name : "none";
  }

  static int changes(Item item) {
    return property(item, CHANGES) instanceof Value.Int32(int changes) ? changes : -1;
  }

  private static Value property(Item item, PropertyPath path) {
    StoredCursor cursor = StoredCursor.over(item.body());
    return path.seek(cursor) ? cursor.value() : Value.Undefined.UNDEFINED;
  }

  @Override
  public void close() {
    engine.close();
  }
}
