// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.azure.core.http.policy.FixedDelayOptions;
import com.azure.core.http.policy.RetryOptions;
import com.azure.data.tables.TableAsyncClient;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import io.orrery.testkit.HealthPages;
import io.orrery.testkit.Load;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The unmodified azure-data-tables client, sync and async, goes on while its table splits and the
/// server restarts: no error reaches the application, nothing is lost, the order stays.
class JavaTablesLoadIT {
  private static final int ENTITIES = Load.of(100);
  private static final String SMALL_PARTITIONS = "--limits.physical-partition-bytes";
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final String PADDING = "x".repeat(1500);
  @TempDir private Path directory;
  private final String port = SteadyPort.any();

  @ParameterizedTest
  @EnumSource(names = {"CLOUD", "AZURITE"})
  void splitsAndARestartGoUnnoticed(TableAccount account) throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(2)) {
      List<Future<Integer>> clients = new ArrayList<>();
      try (ServerProcess first = serve()) {
        TableServiceClientBuilder builder =
            account
                .builder(Integer.parseInt(port), first.ready("key"))
                .retryOptions(new RetryOptions(new FixedDelayOptions(400, Duration.ofMillis(250))));
        TableClient table = builder.buildClient().createTable("load");
        TableAsyncClient async = builder.buildAsyncClient().getTableClient("load");
        clients.add(threads.submit(() -> synchronous(table)));
        clients.add(threads.submit(() -> asynchronous(async)));
        Future<Integer> writing = clients.getFirst();
        await()
            .atMost(PATIENCE)
            .pollInterval(Duration.ofMillis(20))
            .until(() -> HealthPages.partitions(first) > 1 || writing.isDone());
      }
      try (ServerProcess second = serve()) {
        for (Future<Integer> client : clients) {
          assertThat(client.get(3, TimeUnit.MINUTES)).isEqualTo(ENTITIES);
        }
        await().atMost(PATIENCE).until(() -> HealthPages.partitions(second) > 2);
        assertThat(second.standardError()).isEmpty();
      }
    }
  }

  private ServerProcess serve() {
    return ServerProcess.serve(
        directory, "--throttling", "off", "--apis.table", port, SMALL_PARTITIONS, "120KB");
  }

  private static TableEntity entity(String client, int number) {
    return new TableEntity("%s %02d".formatted(client, number % 30), "%05d".formatted(number))
        .addProperty("client", client)
        .addProperty("n", number)
        .addProperty("padding", PADDING);
  }

  private static String name(TableEntity entity) {
    return entity.getPartitionKey() + "/" + entity.getRowKey();
  }

  private static ListEntitiesOptions all(String client) {
    return new ListEntitiesOptions()
        .setFilter("client eq '" + client + "'")
        .setSelect(List.of("PartitionKey", "RowKey"))
        .setTop(100);
  }

  /// How many entities it has written and found again, in order.
  private static int synchronous(TableClient table) {
    List<String> written = new ArrayList<>();
    for (int number = 0; number < ENTITIES; number++) {
      TableEntity entity = entity("sync", number);
      table.upsertEntityWithResponse(entity, TableEntityUpdateMode.REPLACE, null, null);
      assertThat(table.getEntity(entity.getPartitionKey(), entity.getRowKey()).getProperty("n"))
          .isEqualTo(number);
      table.updateEntity(
          new TableEntity(entity.getPartitionKey(), entity.getRowKey()).addProperty("m", number),
          TableEntityUpdateMode.MERGE);
      written.add(name(entity));
    }
    Collections.sort(written);
    List<String> found =
        table.listEntities(all("sync"), null, null).stream().map(JavaTablesLoadIT::name).toList();
    assertThat(found).isEqualTo(written);
    return found.size();
  }

  private static int asynchronous(TableAsyncClient table) {
    List<String> written = new ArrayList<>();
    for (int number = 0; number < ENTITIES; number++) {
      TableEntity entity = entity("async", number);
      assertThat(
              table
                  .upsertEntity(entity)
                  .then(table.getEntity(entity.getPartitionKey(), entity.getRowKey()))
                  .block()
                  .getProperty("n"))
          .isEqualTo(number);
      written.add(name(entity));
    }
    Collections.sort(written);
    List<String> found =
        table.listEntities(all("async")).map(JavaTablesLoadIT::name).collectList().block();
    assertThat(found).isEqualTo(written);
    return found.size();
  }
}
