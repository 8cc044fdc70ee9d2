// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.Container;
import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.model.Direction;
import io.orrery.model.key.HashRange;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
import io.orrery.partition.ItemCursor;
import io.orrery.partition.PartitionView;
import io.orrery.partition.layout.ItemKey;
import io.orrery.storage.Store;
import io.orrery.testkit.LocalEngine;
import io.orrery.tests.Soundness;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;

/// Opens the store a victim left, and looks at everything in it.
final class Inspection {
  private final LocalEngine engine;
  private final Map<Integer, Map<String, Long>> found = new TreeMap<>();

  private Inspection(LocalEngine engine) {
    this.engine = engine;
  }

  static void run(CrashDirectory directory, Ledger ledger, Unfinished unfinished) {
    try (Store store = Shop.openStore(directory.store())) {
      unfinished.look(store);
      Soundness.require(store);
    }
    look(directory, ledger);
    // What the start has tidied up must be sound as well.
    try (Store store = Shop.openStore(directory.store())) {
      Soundness.require(store);
    }
  }

  private static void look(CrashDirectory directory, Ledger ledger) {
    try (LocalEngine engine = Shop.open(directory.store())) {
      Inspection inspection = new Inspection(engine);
      long nowMillis = System.currentTimeMillis();
      engine.plane().containers().forEach(open -> inspection.look(open, nowMillis));
      // What expired while we looked may or may not have been seen.
      ledger.settle(inspection.found, System.currentTimeMillis());
    }
  }

  private void look(OpenContainer open, long nowMillis) {
    Container container = open.container();
    if (Shop.CONTAINERS.contains(container.name())) {
      int policy = Shop.POLICIES.indexOf(container.definition().indexing());
      assertThat(policy).isNotNegative();
      if (policy > 0) {
        note(Shop.BUILDER, Possibility.policy(container.name()), policy);
      }
    } else {
      note(Shop.BUILDER, Possibility.container(container.name()), 1);
    }
    for (Route route : open.routes().all()) {
      try (PartitionView view = route.partition().view(nowMillis);
          ItemCursor items = view.items(HashRange.FULL, null, Direction.FORWARD)) {
        while (items.next()) {
          look(container, items.key(), items.item().body());
        }
      }
    }
  }

  private void look(Container container, ItemKey itemKey, byte[] body) {
    PartitionKey partitionKey = container.definition().key().extract(body);
    String key =
        partitionKey.components().getLast() instanceof Value.Text(String text) ? text : "none";
    int id = Integer.parseInt(new String(itemKey.rowKey(), StandardCharsets.UTF_8));
    assertThat(itemKey)
        .isEqualTo(Shop.key(engine.gateway().container(Shop.DATABASE, container.name()), key, id));
    note(Shop.writer(key), Possibility.item(container.name(), key, id), Shop.number(key, id, body));
  }

  private void note(int writer, String name, long number) {
    Long before = found.computeIfAbsent(writer, _ -> new TreeMap<>()).put(name, number);
    assertThat(before).as("%s is there twice", name).isNull();
  }
}
