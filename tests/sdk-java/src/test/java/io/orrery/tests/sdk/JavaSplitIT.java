// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBulkItemResponse;
import com.azure.cosmos.models.CosmosBulkOperationResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.util.CosmosPagedIterable;
import io.orrery.testkit.Load;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/// The unmodified Java SDK while its container splits, by size and for throughput: no error reaches
/// the application, nothing is lost.
class JavaSplitIT {
  private static final int WRITERS = 4;
  private static final int ITEMS_EACH = Load.of(120);
  private static final int BULK_ROUNDS = Load.of(3);
  private static final int BULK_ITEMS = 200;
  private static final int CREATED = 201;
  private static final int MANY = 50;
  private static final String PADDING = "x".repeat(2000);

  /// Enough has been written that there is something to split.
  private final CountDownLatch begun = new CountDownLatch(WRITERS * 10);

  /// Ids and partition keys of everything that was acknowledged.
  private final Map<String, String> written = new ConcurrentHashMap<>();

  @TempDir private Path directory;
  private volatile boolean over;

  @Test
  void goesUnnoticed() throws Exception {
    try (ServerProcess server =
            ServerProcess.serve(directory, "--limits.physical-partition-bytes", "500KB");
        CosmosClient client = JavaClients.of(server).buildClient();
        CosmosAsyncClient async = JavaClients.of(server).buildAsyncClient()) {
      client.createDatabase("d");
      client
          .getDatabase("d")
          .createContainer(
              new CosmosContainerProperties("items", "/pk"),
              ThroughputProperties.createManualThroughput(400));
      CosmosContainer items = client.getDatabase("d").getContainer("items");
      writeWhileSplitting(items, async.getDatabase("d").getContainer("items"));
      assertThat(written).hasSize(WRITERS * ITEMS_EACH + BULK_ROUNDS * BULK_ITEMS);
      written.forEach((id, key) -> assertThat(read(items, id, key).get("id")).isEqualTo(id));
      assertThat(feedSize(server)).isEqualTo(written.size());
      assertThat(server.standardError()).isEmpty();
    }
  }

  private void writeWhileSplitting(CosmosContainer items, CosmosAsyncContainer bulk)
      throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(WRITERS + 2)) {
      List<Future<?>> all = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        String name = "w" + writer;
        all.add(threads.submit(() -> write(items, name)));
      }
      try {
        await()
            .atMost(Duration.ofMinutes(2))
            .until(() -> begun.getCount() == 0 || all.stream().anyMatch(Future::isDone));
        Future<?> queries = threads.submit(() -> queryWhileWriting(items));
        items.replaceThroughput(ThroughputProperties.createManualThroughput(50_000));
        all.add(threads.submit(() -> writeInBulk(bulk)));
        for (Future<?> each : all) {
          each.get();
        }
        queries.get();
      } finally {
        over = true; // Or queries would go on, and be waited for, whatever failed here.
      }
    }
  }

  private static Map<String, Object> item(String id, String key, int n) {
    return Map.of("id", id, "pk", key, "n", n, "padding", PADDING);
  }

  /// Creates, reads what it created, and replaces or batches some of it.
  private void write(CosmosContainer items, String writer) {
    for (int n = 0; n < ITEMS_EACH; n++) {
      String id = writer + "-" + n;
      String key = "key " + n % 97;
      items.createItem(item(id, key, n));
      written.put(id, key);
      begun.countDown();
      assertThat(read(items, id, key).get("n")).isEqualTo(n);
      if (n % 3 == 0) {
        items.replaceItem(item(id, key, n + 1), id, new PartitionKey(key), null);
      } else if (n % 7 == 0) {
        CosmosBatch batch = CosmosBatch.createCosmosBatch(new PartitionKey(key));
        batch.readItemOperation(id);
        batch.upsertItemOperation(item(id, key, n));
        assertThat(items.executeCosmosBatch(batch).isSuccessStatusCode()).isTrue();
      }
    }
  }

  /// Queries and reads many at once find everything that was acknowledged before.
  private void queryWhileWriting(CosmosContainer items) {
    while (acknowledged().size() < WRITERS * ITEMS_EACH && !over) {
      List<String> before = acknowledged();
      CosmosPagedIterable<String> found =
          items.queryItems(
              "SELECT VALUE c.id FROM c", new CosmosQueryRequestOptions(), String.class);
      assertThat(found.stream()).doesNotHaveDuplicates().containsAll(before);
      List<CosmosItemIdentity> some =
          before.stream()
              .limit(MANY)
              .map(id -> new CosmosItemIdentity(new PartitionKey(written.get(id)), id))
              .toList();
      assertThat(items.readMany(some, Map.class).getResults()).hasSize(some.size());
    }
  }

  /// Those written in bulk are not among them: they are noted before they are sent.
  private List<String> acknowledged() {
    return written.keySet().stream().filter(id -> id.startsWith("w")).toList();
  }

  private void writeInBulk(CosmosAsyncContainer items) {
    for (int round = 0; round < BULK_ROUNDS; round++) {
      String name = "bulk" + round;
      List<CosmosItemOperation> operations =
          IntStream.range(0, BULK_ITEMS).mapToObj(n -> create(name + "-" + n, n)).toList();
      List<CosmosBulkOperationResponse<Object>> done =
          items.executeBulkOperations(Flux.fromIterable(operations)).collectList().block();
      assertThat(done).hasSize(BULK_ITEMS);
      assertThat(done).map(JavaSplitIT::failure).filteredOn(each -> !each.isEmpty()).isEmpty();
    }
  }

  /// What there is to say of an operation that was not carried out; empty if it was.
  private static String failure(CosmosBulkOperationResponse<Object> response) {
    if (response.getException() != null) {
      return response.getException().toString();
    }
    CosmosBulkItemResponse item = response.getResponse();
    return item.getStatusCode() == CREATED
        ? ""
        : "%d/%d %s"
            .formatted(item.getStatusCode(), item.getSubStatusCode(), item.getCosmosDiagnostics());
  }

  private CosmosItemOperation create(String id, int n) {
    String key = "key " + n % 97;
    written.put(id, key);
    return CosmosBulkOperations.getCreateItemOperation(item(id, key, n), new PartitionKey(key));
  }

  private static Map<?, ?> read(CosmosContainer items, String id, String key) {
    return Objects.requireNonNull(items.readItem(id, new PartitionKey(key), Map.class).getItem());
  }

  /// How many items there are by the feed, which the SDK does not read.
  private static int feedSize(ServerProcess server) {
    SqlHttp http = SqlHttp.owner(server);
    int size = 0;
    String continuation = "";
    do {
      var page = http.send("GET", "/dbs/d/colls/items/docs", "", "x-ms-continuation", continuation);
      size += Integer.parseInt(page.headers().firstValue("x-ms-item-count").orElseThrow());
      continuation = page.headers().firstValue("x-ms-continuation").orElse("");
    } while (!continuation.isEmpty());
    return size;
  }
}
