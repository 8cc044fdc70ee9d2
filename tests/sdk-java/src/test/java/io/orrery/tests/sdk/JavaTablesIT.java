// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.core.http.rest.PagedResponse;
import com.azure.data.tables.TableAsyncClient;
import com.azure.data.tables.TableClient;
import com.azure.data.tables.TableClientBuilder;
import com.azure.data.tables.TableServiceClient;
import com.azure.data.tables.TableServiceClientBuilder;
import com.azure.data.tables.models.ListEntitiesOptions;
import com.azure.data.tables.models.TableAccessPolicy;
import com.azure.data.tables.models.TableEntity;
import com.azure.data.tables.models.TableEntityUpdateMode;
import com.azure.data.tables.models.TableServiceCorsRule;
import com.azure.data.tables.models.TableServiceException;
import com.azure.data.tables.models.TableSignedIdentifier;
import com.azure.data.tables.models.TableTransactionAction;
import com.azure.data.tables.models.TableTransactionActionType;
import com.azure.data.tables.models.TableTransactionFailedException;
import com.azure.data.tables.sas.TableSasSignatureValues;
import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// The unmodified azure-data-tables client, sync and async, with an account as Cosmos DB has it, in
/// the cloud and as an emulator, and as Azurite has it.
class JavaTablesIT {
  @TempDir private static Path directory;
  private static ServerProcess server;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory", "--throttling", "off");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static TableServiceClientBuilder builder(TableAccount account) {
    return account.builder(server.endpoint("table").getPort(), server.ready("key"));
  }

  @ParameterizedTest
  @EnumSource
  void entitiesAreMadeReadChangedAndDeleted(TableAccount account) {
    TableServiceClient service = builder(account).buildClient();
    String name = "people" + account;
    service.createTableIfNotExists(name);
    service.createTableIfNotExists(name);
    assertThat(service.listTables().stream().map(table -> table.getName())).contains(name);
    TableClient people = service.getTableClient(name);
    UUID uuid = UUID.randomUUID();
    OffsetDateTime time = OffsetDateTime.of(2026, 1, 2, 3, 4, 5, 600_000_000, ZoneOffset.UTC);
    TableEntity entity =
        new TableEntity("p'1 ü", "a+b%")
            .addProperty("text", "größe 你好")
            .addProperty("whole", 5)
            .addProperty("fraction", 1.5)
            .addProperty("double", 2.0)
            .addProperty("long", 9_007_199_254_740_993L)
            .addProperty("flag", true)
            .addProperty("when", time)
            .addProperty("id", uuid)
            .addProperty("bytes", new byte[] {0, -1});
    people.createEntity(entity);
    assertThatThrownBy(() -> people.createEntity(entity))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.getResponse().getStatusCode()).isEqualTo(409));
    TableEntity read = people.getEntity("p'1 ü", "a+b%");
    assertThat(read.getProperties())
        .containsEntry("text", "größe 你好")
        .containsEntry("whole", 5)
        .containsEntry("fraction", 1.5)
        .containsEntry("double", 2.0)
        .containsEntry("long", 9_007_199_254_740_993L)
        .containsEntry("flag", true)
        .containsEntry("when", time)
        .containsEntry("id", uuid);
    assertThat((byte[]) read.getProperty("bytes")).containsExactly(0, -1);
    people.updateEntity(
        new TableEntity("p'1 ü", "a+b%").addProperty("whole", 6), TableEntityUpdateMode.MERGE);
    assertThatThrownBy(
            () ->
                people.updateEntityWithResponse(
                    read, TableEntityUpdateMode.REPLACE, true, null, null))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.getResponse().getStatusCode()).isEqualTo(412));
    assertThat(people.getEntity("p'1 ü", "a+b%").getProperties())
        .containsEntry("whole", 6)
        .containsEntry("text", "größe 你好");
    people.upsertEntity(new TableEntity("p'1 ü", "a+b%").addProperty("more", 1));
    people.deleteEntity("p'1 ü", "a+b%");
    assertThatThrownBy(() -> people.getEntity("p'1 ü", "a+b%"))
        .isInstanceOf(TableServiceException.class);
    service.deleteTable(name);
  }

  @ParameterizedTest
  @EnumSource
  void transactionsAndPagesInOrder(TableAccount account) {
    TableServiceClient service = builder(account).buildClient();
    TableClient table = service.createTable("pages" + account);
    List<String> expected = new ArrayList<>();
    for (String partition : List.of("c", "a", "b")) {
      List<TableTransactionAction> group = new ArrayList<>();
      for (int i = 20; i > 0; i--) {
        group.add(
            new TableTransactionAction(
                TableTransactionActionType.CREATE,
                new TableEntity(partition, "%02d".formatted(i)).addProperty("n", i)));
      }
      assertThat(table.submitTransaction(group).getTransactionActionResponses()).hasSize(20);
    }
    for (String partition : List.of("a", "b", "c")) {
      for (int i = 5; i <= 20; i++) {
        expected.add(partition + "%02d".formatted(i));
      }
    }
    for (int size : List.of(1, 7, 1000)) {
      List<String> found = new ArrayList<>();
      ListEntitiesOptions options = new ListEntitiesOptions().setFilter("n ge 5").setTop(size);
      for (PagedResponse<TableEntity> page :
          table.listEntities(options, null, null).iterableByPage()) {
        page.getValue().forEach(each -> found.add(each.getPartitionKey() + each.getRowKey()));
      }
      assertThat(found).isEqualTo(expected);
    }
    List<TableTransactionAction> failing =
        List.of(
            new TableTransactionAction(
                TableTransactionActionType.UPSERT_MERGE, new TableEntity("a", "new")),
            new TableTransactionAction(
                TableTransactionActionType.CREATE, new TableEntity("a", "01")));
    assertThatThrownBy(() -> table.submitTransaction(failing))
        .isInstanceOfSatisfying(
            TableTransactionFailedException.class,
            failure -> assertThat(failure.getFailedTransactionActionIndex()).isEqualTo(1));
    assertThatThrownBy(() -> table.getEntity("a", "new")).isInstanceOf(TableServiceException.class);
  }

  @ParameterizedTest
  @EnumSource
  void asyncClientDoesTheSame(TableAccount account) {
    TableAsyncClient table =
        builder(account).buildAsyncClient().createTable("async" + account).block();
    table.createEntity(new TableEntity("p", "1").setProperties(Map.of("n", 1))).block();
    table.upsertEntity(new TableEntity("p", "2").addProperty("n", 2)).block();
    assertThat(table.getEntity("p", "1").block().getProperty("n")).isEqualTo(1);
    assertThat(
            table
                .listEntities(new ListEntitiesOptions().setFilter("PartitionKey eq 'p'"))
                .map(TableEntity::getRowKey)
                .collectList()
                .block())
        .containsExactly("1", "2");
    table.deleteEntity("p", "1").block();
    assertThat(table.listEntities().count().block()).isEqualTo(1);
  }

  @ParameterizedTest
  @EnumSource
  void propertiesAndPoliciesAreKept(TableAccount account) {
    TableServiceClient service = builder(account).buildClient();
    service.setProperties(
        service
            .getProperties()
            .setCorsRules(
                List.of(
                    new TableServiceCorsRule()
                        .setAllowedOrigins("https://page.example")
                        .setAllowedMethods("GET,PUT")
                        .setAllowedHeaders("x-ms-*")
                        .setExposedHeaders("etag")
                        .setMaxAgeInSeconds(60))));
    assertThat(service.getProperties().getCorsRules())
        .extracting(TableServiceCorsRule::getAllowedOrigins)
        .containsExactly("https://page.example");
    TableClient table = service.createTable("policies" + account);
    table.setAccessPolicies(
        List.of(
            new TableSignedIdentifier("readers")
                .setAccessPolicy(
                    new TableAccessPolicy()
                        .setPermissions("r")
                        .setExpiresOn(OffsetDateTime.parse("2099-01-01T00:00:00Z")))));
    assertThat(table.getAccessPolicies().getIdentifiers())
        .extracting(TableSignedIdentifier::getId)
        .containsExactly("readers");
    table.createEntity(new TableEntity("p", "1"));
    String signature = table.generateSas(new TableSasSignatureValues("readers"));
    String endpoint = "http://127.0.0.1:" + server.endpoint("table").getPort();
    TableClient reader =
        new TableClientBuilder()
            .endpoint(account == TableAccount.AZURITE ? endpoint + "/devstoreaccount1" : endpoint)
            .tableName(table.getTableName())
            .sasToken(signature)
            .buildClient();
    assertThat(reader.getEntity("p", "1").getRowKey()).isEqualTo("1");
    assertThatThrownBy(() -> reader.deleteEntity("p", "1"))
        .isInstanceOfSatisfying(
            TableServiceException.class,
            failure -> assertThat(failure.getResponse().getStatusCode()).isEqualTo(403));
  }
}
