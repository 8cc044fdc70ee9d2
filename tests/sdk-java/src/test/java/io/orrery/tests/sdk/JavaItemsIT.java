// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosBatch;
import com.azure.cosmos.models.CosmosBatchOperationResult;
import com.azure.cosmos.models.CosmosBatchResponse;
import com.azure.cosmos.models.CosmosBulkOperations;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosItemOperation;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.CosmosItemResponse;
import com.azure.cosmos.models.CosmosPatchOperations;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.PartitionKeyBuilder;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import reactor.core.publisher.Flux;

/// Items, patches, batches and bulk requests with the unmodified Java SDK in gateway mode.
class JavaItemsIT {
  @TempDir private static Path directory;
  private static ServerProcess server;
  private static CosmosClient client;
  private static CosmosContainer items;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory");
    client = JavaClients.of(server).buildClient();
    client.createDatabase("d");
    client.getDatabase("d").createContainer(new CosmosContainerProperties("items", "/pk"));
    items = client.getDatabase("d").getContainer("items");
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static Map<String, Object> item(String id, String pk) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("id", id);
    item.put("pk", pk);
    item.put("n", 1);
    return item;
  }

  private static Map<?, ?> read(String id, PartitionKey key) {
    return Objects.requireNonNull(items.readItem(id, key, Map.class).getItem());
  }

  private static void refused(int status, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(status));
  }

  @Test
  void idsHaveAnyCharacterButTheBackslash() {
    PartitionKey key = new PartitionKey("ids");
    for (String id : new String[] {"a?b=c", "a#b", "end ", "t\ta\rb\n", "100%20", "鱀 ü+&"}) {
      assertThat(items.createItem(item(id, "ids")).getStatusCode()).isEqualTo(201);
      assertThat(read(id, key).get("id")).isEqualTo(id);
      CosmosItemRequestOptions options = new CosmosItemRequestOptions();
      assertThat(items.replaceItem(item(id, "ids"), id, key, options).getStatusCode())
          .isEqualTo(200);
      assertThat(items.deleteItem(id, key, options).getStatusCode()).isEqualTo(204);
    }
    refused(400, () -> items.createItem(item("a\\b", "ids")));
  }

  @Test
  void itemIsCreatedReadReplacedUpsertedAndDeleted() {
    PartitionKey key = new PartitionKey("a");
    CosmosItemResponse<Map<String, Object>> created = items.createItem(item("1", "a"));
    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(created.getRequestCharge()).isGreaterThan(5);
    refused(409, () -> items.createItem(item("1", "a")));
    assertThat(read("1", key).get("_etag")).isEqualTo(created.getETag());

    Map<String, Object> changed = item("1", "a");
    changed.put("n", 2);
    CosmosItemResponse<Map<String, Object>> replaced =
        items.replaceItem(changed, "1", key, new CosmosItemRequestOptions());
    assertThat(read("1", key).get("n")).isEqualTo(2);
    assertThat(items.upsertItem(item("1", "a")).getStatusCode()).isEqualTo(200);
    assertThat(items.upsertItem(item("2", "a")).getStatusCode()).isEqualTo(201);
    var stale = new CosmosItemRequestOptions().setIfMatchETag(replaced.getETag());
    refused(412, () -> items.replaceItem(changed, "1", key, stale));
    refused(412, () -> items.deleteItem("1", key, stale));
    assertThat(items.deleteItem("1", key, new CosmosItemRequestOptions()).getStatusCode())
        .isEqualTo(204);
    refused(404, () -> read("1", key));
  }

  @Test
  void writesCanAnswerWithoutTheItem() {
    var quiet = new CosmosItemRequestOptions().setContentResponseOnWriteEnabled(false);
    CosmosItemResponse<Map<String, Object>> created =
        items.createItem(item("1", "quiet"), new PartitionKey("quiet"), quiet);
    assertThat(created.getItem()).isNull();
    assertThat(created.getETag()).isNotEmpty();
  }

  @Test
  void partitionKeysMayBeNullNumbersOrMissing() {
    items.createItem(Map.of("id", "number", "pk", 1.5));
    assertThat(read("number", new PartitionKey(1.5)).get("pk")).isEqualTo(1.5);
    items.createItem(Map.of("id", "none"));
    assertThat(read("none", PartitionKey.NONE).get("id")).isEqualTo("none");
    Map<String, Object> nothing = new LinkedHashMap<>();
    nothing.put("id", "null");
    nothing.put("pk", null);
    items.createItem(nothing);
    assertThat(read("null", new PartitionKey(null)).containsKey("pk")).isTrue();
    refused(
        400,
        () ->
            items.createItem(
                item("1", "inside"), new PartitionKey("outside"), new CosmosItemRequestOptions()));
  }

  @Test
  void hierarchicalKeysHaveLevels() {
    var definition = new PartitionKeyDefinition();
    definition.setPaths(List.of("/a", "/b"));
    definition.setKind(PartitionKind.MULTI_HASH);
    definition.setVersion(PartitionKeyDefinitionVersion.V2);
    client.getDatabase("d").createContainer(new CosmosContainerProperties("levels", definition));
    CosmosContainer levels = client.getDatabase("d").getContainer("levels");
    levels.createItem(Map.of("id", "1", "a", "x", "b", 2));
    PartitionKey key = new PartitionKeyBuilder().add("x").add(2).build();
    assertThat(levels.readItem("1", key, Map.class).getStatusCode()).isEqualTo(200);
  }

  @Test
  void patchChangesWhatItNames() {
    items.createItem(item("1", "patch"));
    CosmosPatchOperations patch =
        CosmosPatchOperations.create()
            .increment("/n", 4)
            .set("/list", List.of(1, 2))
            .add("/list/1", 9)
            .replace("/list/0", 8)
            .move("/n", "/m")
            .remove("/list/2");
    Map<?, ?> patched =
        Objects.requireNonNull(
            items.patchItem("1", new PartitionKey("patch"), patch, Map.class).getItem());
    assertThat(patched.get("m")).isEqualTo(5);
    assertThat(patched.get("list")).isEqualTo(List.of(8, 9));
    assertThat(patched.get("n")).isNull();
  }

  @Test
  void batchTakesPlaceAsAWholeOrNotAtAll() {
    PartitionKey key = new PartitionKey("batch");
    CosmosBatch batch = CosmosBatch.createCosmosBatch(key);
    batch.createItemOperation(item("1", "batch"));
    batch.upsertItemOperation(item("2", "batch"));
    batch.patchItemOperation("1", CosmosPatchOperations.create().increment("/n", 1));
    batch.readItemOperation("1");
    batch.replaceItemOperation("2", item("2", "batch"));
    batch.deleteItemOperation("2");
    CosmosBatchResponse done = items.executeCosmosBatch(batch);
    assertThat(done.isSuccessStatusCode()).isTrue();
    assertThat(done.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(201, 201, 200, 200, 200, 204);
    assertThat(done.getResults().get(3).getItem(Map.class).get("n")).isEqualTo(2);

    CosmosBatch failing = CosmosBatch.createCosmosBatch(key);
    failing.createItemOperation(item("3", "batch"));
    failing.createItemOperation(item("1", "batch"));
    CosmosBatchResponse failed = items.executeCosmosBatch(failing);
    assertThat(failed.getStatusCode()).isEqualTo(409);
    assertThat(failed.getResults())
        .extracting(CosmosBatchOperationResult::getStatusCode)
        .containsExactly(424, 409);
    refused(404, () -> read("3", key));
  }

  @Test
  void bulkWritesManyItems() {
    try (CosmosAsyncClient async = JavaClients.of(server).buildAsyncClient()) {
      List<CosmosItemOperation> operations =
          IntStream.range(0, 300)
              .mapToObj(
                  i ->
                      CosmosBulkOperations.getCreateItemOperation(
                          item("bulk" + i, "k" + i % 30), new PartitionKey("k" + i % 30)))
              .toList();
      List<Integer> statuses =
          async
              .getDatabase("d")
              .getContainer("items")
              .executeBulkOperations(Flux.fromIterable(operations))
              .map(each -> Objects.requireNonNull(each.getResponse()).getStatusCode())
              .collectList()
              .block();
      assertThat(statuses).hasSize(300).containsOnly(201);
    }
    assertThat(read("bulk299", new PartitionKey("k29")).get("n")).isEqualTo(1);
  }

  @Test
  void throttledWritesAreTriedAgainUnseen() {
    client.getDatabase("d").createContainer(new CosmosContainerProperties("slow", "/pk"));
    CosmosContainer slow = client.getDatabase("d").getContainer("slow");
    String large = "x".repeat(50_000);
    boolean waited = false;
    for (int i = 0; i < 200 && !waited; i++) {
      Map<String, Object> item = item("slow" + i, "a");
      item.put("large", large);
      CosmosItemResponse<?> created = slow.createItem(item);
      assertThat(created.getStatusCode()).isEqualTo(201);
      waited = created.getDiagnostics().toString().contains("\"statusCode\":429");
    }
    assertThat(waited).as("a write met 429").isTrue();
  }

  @Test
  void readManyOfOneItemIsAPointRead() {
    items.createItem(item("1", "many"));
    var identity = new CosmosItemIdentity(new PartitionKey("many"), "1");
    assertThat(items.readMany(List.of(identity), Map.class).getResults()).hasSize(1);
  }

  @Test
  void wholePartitionKeyIsDeleted() {
    PartitionKey key = new PartitionKey("gone");
    items.createItem(item("1", "gone"));
    items.deleteAllItemsByPartitionKey(key, new CosmosItemRequestOptions());
    refused(404, () -> read("1", key));
  }
}
