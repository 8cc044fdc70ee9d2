// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.query;

import io.orrery.control.OpenContainer;
import io.orrery.control.Route;
import io.orrery.gateway.ContainerHandle;
import io.orrery.gateway.PageRequest;
import io.orrery.gateway.Row;
import io.orrery.gateway.Scope;
import io.orrery.gateway.query.QueryPage;
import io.orrery.gateway.query.Result;
import io.orrery.model.Limits;
import io.orrery.model.catalog.ContainerDefinition;
import io.orrery.model.container.Api;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.container.Item;
import io.orrery.model.container.Throughput;
import io.orrery.model.item.StoredItems;
import io.orrery.model.key.PartitionKey;
import io.orrery.model.key.PartitionKeyDefinition;
import io.orrery.model.value.Value;
import io.orrery.plan.update.Operation.NewItem;
import io.orrery.query.syntax.Query;
import io.orrery.storage.MemoryStore;
import io.orrery.testkit.LocalEngine;
import io.orrery.testkit.query.SameRow;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Containers with documents, and queries on them. Nothing happens in the background.
final class QueryWorld implements AutoCloseable {
  private static final String DATABASE = "d";

  private HeldClock clock = new HeldClock();
  private LocalEngine engine = open(new MemoryStore());

  QueryWorld() {
    engine.plane().createDatabase(DATABASE, null);
  }

  private LocalEngine open(io.orrery.storage.Store store) {
    return new LocalEngine(store, new LocalEngine.Options(Limits.DEFAULT, false, clock));
  }

  void create(String container, IndexingPolicy policy, int partitions, List<String> documents) {
    long throughput = Math.max(400, partitions * Limits.DEFAULT.initialPartitionRu());
    engine
        .plane()
        .createContainer(
            DATABASE, container, definition().withIndexing(policy), Throughput.manual(throughput));
    ContainerHandle handle = handle(container);
    for (String document : documents) {
      Value.Document value = SameRow.value(document);
      byte[] id = text(value, "id").getBytes(StandardCharsets.UTF_8);
      var key = handle.key(PartitionKey.text(text(value, "pk")), id);
      byte[] body = StoredItems.fromJson(document.getBytes(StandardCharsets.UTF_8));
      engine
          .gateway()
          .create(handle, key, new NewItem(body, Item.TTL_DEFAULT, true), engine.request());
    }
  }

  private static ContainerDefinition definition() {
    return ContainerDefinition.of(Api.SQL, PartitionKeyDefinition.hash("/pk"));
  }

  private static String text(Value.Document document, String name) {
    return ((Value.Text) document.property(name)).value();
  }

  private ContainerHandle handle(String container) {
    return engine.gateway().container(DATABASE, container);
  }

  private OpenContainer openContainer(String container) {
    return engine.plane().requireContainer(DATABASE, container);
  }

  /// Gives the container another policy, and lets no more than the first so many items of each
  /// partition follow it.
  void changePolicy(String container, IndexingPolicy policy, int items) {
    engine.plane().replaceContainer(DATABASE, container, definition().withIndexing(policy));
    maintain(container, items);
  }

  /// A piece of what is left to do in the background.
  void maintain(String container, int items) {
    if (items > 0) {
      for (Route route : openContainer(container).allRoutes()) {
        engine.maintain(route, items);
      }
    }
  }

  /// Splits one of the partitions, if it can be split now.
  void split(String container, int which) {
    OpenContainer open = openContainer(container);
    List<Route> routes =
        open.routes().all().stream()
            .filter(route -> !engine.plane().describe(route).inheriting())
            .toList();
    if (!routes.isEmpty()) {
      engine.plane().split(open, routes.get(which % routes.size()).ordinal(), null);
    }
  }

  void restart() {
    clock.release();
    engine.stop();
    clock = new HeldClock();
    engine = open(engine.store());
  }

  QueryPage page(String container, Query query, int size, @Nullable String continuation) {
    return SqlQueries.page(
        engine.gateway(),
        handle(container),
        query,
        Scope.ALL,
        new PageRequest(size, continuation),
        engine.request());
  }

  /// All rows, with something done between the pages.
  List<String> rows(String container, Query query, int size, Runnable between) {
    List<String> rows = new ArrayList<>();
    Optional<String> continuation = Optional.empty();
    do {
      if (continuation.isPresent()) {
        between.run();
      }
      QueryPage page = page(container, query, size, continuation.orElse(null));
      page.rows().forEach(row -> rows.add(SameRow.text(value(row))));
      continuation = page.continuation();
    } while (continuation.isPresent());
    return rows;
  }

  private static Value value(Result result) {
    return switch (result) {
      case Result.Whole(Row row) -> StoredItems.decode(row.item().body());
      case Result.Computed(Value value) -> value;
    };
  }

  @Override
  public void close() {
    clock.release();
    engine.close();
  }
}
