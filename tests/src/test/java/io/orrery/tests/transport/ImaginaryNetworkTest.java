// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.orrery.control.OpenContainer;
import io.orrery.gateway.ChangeFeed;
import io.orrery.gateway.ChangePage;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.Gateway;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.PartitionStatistics;
import io.orrery.gateway.RequestContext;
import io.orrery.gateway.Scope;
import io.orrery.gateway.SessionToken;
import io.orrery.gateway.Transaction;
import io.orrery.gateway.WriteResult;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.Item;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.testkit.transport.ImaginaryNetwork.Weather;
import io.orrery.tests.Soundness;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/// An engine whose catalog and partitions are far away loses nothing, does nothing twice, and knows
/// what it has seen.
class ImaginaryNetworkTest {
  private static final int WRITERS = 8;
  private static final int ITEMS_EACH = 60;
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final ContainerDefinition DEFINITION =
      ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/key"))
          .withHistoryMillis(3_600_000);

  private static LocalEngine engine(Limits limits, boolean throttling, Weather weather) {
    long seed = Long.getLong("orrery.transport.seed", System.nanoTime());
    System.out.println("the network's seed is " + seed);
    return new LocalEngine(
        new MemoryStore(),
        new LocalEngine.Options(limits, throttling, InstantSource.system()),
        new ImaginaryNetwork(seed, weather));
  }

  private static ContainerHandle container(LocalEngine engine, long unitsPerSecond) {
    engine.plane().createDatabase("far", null);
    engine.plane().createContainer("far", "items", DEFINITION, Throughput.manual(unitsPerSecond));
    return engine.gateway().container("far", "items");
  }

  private static ItemKey key(ContainerHandle container, String partition, String id) {
    return container.key(PartitionKey.text(partition), id.getBytes(StandardCharsets.UTF_8));
  }

  private static NewItem number(int n) {
    byte[] json = "{\"n\":%d}".formatted(n).getBytes(StandardCharsets.UTF_8);
    return new NewItem(StoredItems.fromJson(json), Item.TTL_DEFAULT, true);
  }

  private static int number(Item item) {
    String json = new String(StoredItems.toJson(item.body()), StandardCharsets.UTF_8);
    return Integer.parseInt(json.replaceAll("\\D", ""));
  }

  @Test
  void everyWriteTakesPlaceOnce() throws Exception {
    try (LocalEngine engine = engine(Limits.DEFAULT, false, Weather.ROUGH);
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      ContainerHandle container = container(engine, 400);
      Gateway gateway = engine.gateway();
      ItemKey shared = key(container, "counters", "modified");
      ItemKey transacted = key(container, "counters", "transacted");
      gateway.create(container, shared, number(0), engine.request());
      gateway.create(container, transacted, number(0), engine.request());
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        writers.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < ITEMS_EACH; i++) {
                    write(engine, container, number, i);
                  }
                }));
      }
      splitOften(engine);
      for (Future<?> writer : writers) {
        writer.get();
      }
      int all = WRITERS * ITEMS_EACH;
      assertThat(number(read(engine, container, shared))).isEqualTo(all);
      assertThat(number(read(engine, container, transacted))).isEqualTo(all);
      assertThat(gateway.partitions(container)).hasSizeGreaterThan(2);
      assertThat(
              gateway.partitions(container).stream()
                  .map(PartitionStatistics::counters)
                  .mapToLong(counters -> counters.items())
                  .sum())
          .isEqualTo(all + 2);
      assertThat(names(engine, container)).hasSize(all + 2);
      engine.stop();
      Soundness.require(engine.store());
    }
  }

  private static void write(LocalEngine engine, ContainerHandle container, int writer, int i) {
    Gateway gateway = engine.gateway();
    ItemKey key = key(container, "partition " + writer, "item " + i);
    // A create that took place twice would conflict with itself.
    WriteResult created = gateway.create(container, key, number(i), engine.request());
    RequestContext later = gateway.request(PATIENCE, created.session(), UUID.randomUUID());
    assertThat(number(gateway.read(container, key, later).item().orElseThrow())).isEqualTo(i);
    gateway.modify(
        container,
        key(container, "counters", "modified"),
        item -> number(number(item) + 1),
        null,
        engine.request());
    ItemKey counter = key(container, "counters", "transacted");
    gateway.transact(
        container, counter, transaction -> increment(transaction, counter), engine.request());
  }

  private static Item increment(Transaction transaction, ItemKey counter) {
    Item before = transaction.find(counter).orElseThrow();
    return transaction.replace(counter, number(number(before) + 1), null);
  }

  private static void splitOften(LocalEngine engine) {
    OpenContainer open = engine.plane().requireContainer("far", "items");
    for (int i = 0; i < 3; i++) {
      int ordinal = open.routes().all().getFirst().ordinal();
      engine.plane().splitWhenWhole(open, ordinal, null, PATIENCE);
    }
  }

  private static Item read(LocalEngine engine, ContainerHandle container, ItemKey key) {
    return engine.gateway().read(container, key, engine.request()).item().orElseThrow();
  }

  /// Of all items that the change feed tells of.
  private static Set<ItemKey> names(LocalEngine engine, ContainerHandle container) {
    Set<ItemKey> names = new TreeSet<>();
    ChangeFeed feed = ChangeFeed.latest(Scope.ALL, new ChangeFeed.Start.Beginning());
    ChangePage page =
        engine.gateway().changes(container, feed, PageRequest.first(50), engine.request());
    while (true) {
      page.changes().forEach(change -> assertThat(names.add(change.key())).isTrue());
      if (!page.more()) {
        return names;
      }
      page =
          engine
              .gateway()
              .changes(container, feed, new PageRequest(50, page.continuation()), engine.request());
    }
  }

  @Test
  void budgetAndSessionAreOnTheFarSide() {
    try (LocalEngine engine = engine(Limits.DEFAULT, true, Weather.ROUGH)) {
      ContainerHandle container = container(engine, 400);
      Gateway gateway = engine.gateway();
      ItemKey key = key(container, "a", "1");
      gateway.upsert(container, key, number(1), null, engine.request());
      assertFails(
          ErrorCode.SESSION_NOT_AVAILABLE,
          () ->
              gateway.find(
                  container,
                  key,
                  gateway.request(PATIENCE, SessionToken.of(0, 1_000), UUID.randomUUID())));
      OrreryException refused = null;
      for (int i = 0; i < 10_000 && refused == null; i++) {
        try {
          gateway.upsert(container, key, number(i), null, engine.request());
        } catch (OrreryException e) {
          refused = e;
        }
      }
      assertThat(refused).isNotNull();
      assertThat(refused.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
      assertThat(refused.retryAfterMillis()).isPositive();
    }
  }

  private static void assertFails(ErrorCode code, Runnable call) {
    assertThatExceptionOfType(OrreryException.class)
        .isThrownBy(call::run)
        .extracting(OrreryException::code)
        .isEqualTo(code);
  }
}
