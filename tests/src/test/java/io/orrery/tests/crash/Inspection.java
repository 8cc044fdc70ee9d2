// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.control.OpenContainer;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Page;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.model.catalog.Container;
import io.orrery.model.container.ItemKey;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.value.Value;
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
      engine.plane().containers().forEach(inspection::look);
      // What expired while we looked may or may not have been seen.
      ledger.settle(inspection.found, System.currentTimeMillis());
    }
  }

  private void look(OpenContainer open) {
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
    // Through the gateway, because partitions split while we look.
    ContainerHandle handle =
        engine.gateway().administration().findContainer(container.number()).orElseThrow();
    String continuation = null;
    do {
      PageRequest request = new PageRequest(1000, continuation);
      Page<Row> page = engine.gateway().scanItems(handle, Scope.ALL, request, engine.request());
      page.rows().forEach(row -> look(handle, row.key(), row.item().body()));
      continuation = page.continuation().orElse(null);
    } while (continuation != null);
  }

  private void look(ContainerHandle handle, ItemKey itemKey, byte[] body) {
    PartitionKey partitionKey = handle.definition().extract(body);
    String key =
        partitionKey.components().getLast() instanceof Value.Text(String text) ? text : "none";
    int id = Integer.parseInt(new String(itemKey.rowKey(), StandardCharsets.UTF_8));
    assertThat(itemKey).isEqualTo(Shop.key(handle, key, id));
    String name = Possibility.item(handle.container().name(), key, id);
    note(Shop.writer(key), name, Shop.number(key, id, body));
  }

  private void note(int writer, String name, long number) {
    Long before = found.computeIfAbsent(writer, _ -> new TreeMap<>()).put(name, number);
    assertThat(before).as("%s is there twice", name).isNull();
  }
}
