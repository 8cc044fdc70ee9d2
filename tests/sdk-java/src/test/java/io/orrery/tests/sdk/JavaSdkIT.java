// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncDatabase;
import com.azure.cosmos.CosmosAsyncUser;
import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosDatabase;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CompositePath;
import com.azure.cosmos.models.CompositePathSortOrder;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosContainerRequestOptions;
import com.azure.cosmos.models.CosmosContainerResponse;
import com.azure.cosmos.models.CosmosPermissionProperties;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.CosmosUserProperties;
import com.azure.cosmos.models.ExcludedPath;
import com.azure.cosmos.models.IncludedPath;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import com.azure.cosmos.models.PartitionKeyDefinition;
import com.azure.cosmos.models.PartitionKeyDefinitionVersion;
import com.azure.cosmos.models.PartitionKind;
import com.azure.cosmos.models.PermissionMode;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.azure.cosmos.models.ThroughputResponse;
import com.azure.cosmos.models.UniqueKey;
import com.azure.cosmos.models.UniqueKeyPolicy;
import io.orrery.testkit.ServerProcess;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Databases, containers, throughput, users and permissions with the unmodified Java SDK in gateway
/// mode.
class JavaSdkIT {
  @TempDir private static Path directory;
  private static ServerProcess server;
  private static CosmosClient client;

  private CosmosDatabase database;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory");
    client = client(server.ready("key"));
  }

  private static CosmosClient client(String key) {
    return JavaClients.withoutKey(server).key(key).buildClient();
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  @BeforeEach
  void createDatabase() {
    String name = "db-" + UUID.randomUUID();
    assertThat(client.createDatabaseIfNotExists(name).getStatusCode()).isEqualTo(201);
    database = client.getDatabase(name);
  }

  @AfterEach
  void deleteDatabase() {
    assertThat(database.delete().getStatusCode()).isEqualTo(204);
  }

  private static void refused(int status, Runnable call) {
    assertThatThrownBy(call::run)
        .isInstanceOfSatisfying(
            CosmosException.class, e -> assertThat(e.getStatusCode()).isEqualTo(status));
  }

  private CosmosContainer container(String name) {
    database.createContainer(new CosmosContainerProperties(name, "/pk"));
    return database.getContainer(name);
  }

  @Test
  void databasesAreCreatedListedQueriedAndDeleted() {
    String name = database.getId();
    assertThat(database.read().getProperties().getId()).isEqualTo(name);
    assertThat(client.createDatabaseIfNotExists(name).getStatusCode()).isEqualTo(200);
    refused(409, () -> client.createDatabase(name));
    assertThat(client.readAllDatabases()).extracting(each -> each.getId()).contains(name);
    var query =
        new SqlQuerySpec("SELECT * FROM root r WHERE r.id = @id", new SqlParameter("@id", name));
    assertThat(client.queryDatabases(query, new CosmosQueryRequestOptions()))
        .extracting(each -> each.getId())
        .containsExactly(name);
    refused(404, () -> client.getDatabase("nothing").read());
  }

  @Test
  void containerKeepsItsWholeDefinition() {
    var key = new PartitionKeyDefinition();
    key.setPaths(List.of("/tenant", "/user", "/session"));
    key.setKind(PartitionKind.MULTI_HASH);
    key.setVersion(PartitionKeyDefinitionVersion.V2);
    var properties = new CosmosContainerProperties("whole", key);
    properties.setDefaultTimeToLiveInSeconds(-1);
    properties.setUniqueKeyPolicy(
        new UniqueKeyPolicy().setUniqueKeys(List.of(new UniqueKey(List.of("/email", "/name")))));
    properties.setIndexingPolicy(
        new IndexingPolicy()
            .setIndexingMode(IndexingMode.CONSISTENT)
            .setIncludedPaths(List.of(new IncludedPath("/a/?")))
            .setExcludedPaths(List.of(new ExcludedPath("/*")))
            .setCompositeIndexes(
                List.of(
                    List.of(
                        new CompositePath()
                            .setPath("/a")
                            .setOrder(CompositePathSortOrder.ASCENDING),
                        new CompositePath()
                            .setPath("/b")
                            .setOrder(CompositePathSortOrder.DESCENDING)))));
    CosmosContainerResponse created = database.createContainer(properties);
    assertThat(created.getStatusCode()).isEqualTo(201);
    assertThat(created.getRequestCharge()).isPositive();

    CosmosContainerProperties read = database.getContainer("whole").read().getProperties();
    assertThat(read.getPartitionKeyDefinition().getPaths())
        .containsExactly("/tenant", "/user", "/session");
    assertThat(read.getPartitionKeyDefinition().getVersion())
        .isEqualTo(PartitionKeyDefinitionVersion.V2);
    assertThat(read.getDefaultTimeToLiveInSeconds()).isEqualTo(-1);
    assertThat(read.getUniqueKeyPolicy().getUniqueKeys().get(0).getPaths())
        .containsExactly("/email", "/name");
    assertThat(read.getIndexingPolicy().getCompositeIndexes().get(0).get(1).getOrder())
        .isEqualTo(CompositePathSortOrder.DESCENDING);
    assertThat(read.getIndexingPolicy().getExcludedPaths())
        .extracting(ExcludedPath::getPath)
        .containsExactly("/*", "/\"_etag\"/?");
  }

  @Test
  void containerIsReplacedByWhoHasItsEtag() {
    CosmosContainer container = container("replaced");
    CosmosContainerResponse first = container.read();
    CosmosContainerProperties properties = first.getProperties();
    properties.setDefaultTimeToLiveInSeconds(60);
    var onlyIfUnchanged = new CosmosContainerRequestOptions();
    onlyIfUnchanged.setIfMatchETag(properties.getETag());
    assertThat(container.replace(properties, onlyIfUnchanged).getStatusCode()).isEqualTo(200);
    assertThat(container.read().getProperties().getDefaultTimeToLiveInSeconds()).isEqualTo(60);
    refused(412, () -> container.replace(properties, onlyIfUnchanged));
    CosmosContainerProperties other = container.read().getProperties();
    other.getPartitionKeyDefinition().setPaths(List.of("/other"));
    refused(400, () -> container.replace(other));
  }

  @Test
  void nameUsedAgainIsAnotherContainer() {
    CosmosContainer container = container("again");
    String first = container.read().getProperties().getResourceId();
    container.delete();
    refused(404, () -> container.read());
    assertThat(container("again").read().getProperties().getResourceId()).isNotEqualTo(first);
    assertThat(database.readAllContainers()).hasSize(1);
  }

  @Test
  void throughputIsReadReplacedAndBounded() {
    database.createContainer(
        new CosmosContainerProperties("manual", "/pk"),
        ThroughputProperties.createManualThroughput(500));
    CosmosContainer container = database.getContainer("manual");
    assertThat(container.readThroughput().getProperties().getManualThroughput()).isEqualTo(500);
    ThroughputResponse replaced =
        container.replaceThroughput(ThroughputProperties.createManualThroughput(800));
    assertThat(replaced.getProperties().getManualThroughput()).isEqualTo(800);
    assertThat(container.readThroughput().getMinThroughput()).isEqualTo(400);
    refused(
        400, () -> container.replaceThroughput(ThroughputProperties.createManualThroughput(100)));
  }

  @Test
  void autoscaleThroughputIsReadAndReplaced() {
    database.createContainer(
        new CosmosContainerProperties("auto", "/pk"),
        ThroughputProperties.createAutoscaledThroughput(4000));
    CosmosContainer container = database.getContainer("auto");
    assertThat(container.readThroughput().getProperties().getAutoscaleMaxThroughput())
        .isEqualTo(4000);
    container.replaceThroughput(ThroughputProperties.createAutoscaledThroughput(6000));
    assertThat(container.readThroughput().getProperties().getAutoscaleMaxThroughput())
        .isEqualTo(6000);
  }

  @Test
  void databaseSharesItsThroughput() {
    String name = "shared-" + UUID.randomUUID();
    client.createDatabase(name, ThroughputProperties.createManualThroughput(1000));
    CosmosDatabase shared = client.getDatabase(name);
    assertThat(shared.readThroughput().getProperties().getManualThroughput()).isEqualTo(1000);
    shared.createContainer(new CosmosContainerProperties("guest", "/pk"));
    refused(400, () -> shared.getContainer("guest").readThroughput());
    shared.replaceThroughput(ThroughputProperties.createManualThroughput(1200));
    assertThat(shared.readThroughput().getProperties().getManualThroughput()).isEqualTo(1200);
    shared.delete();
  }

  @Test
  void permissionGivesItsHolderWhatItSays() {
    CosmosContainer container = container("permitted");
    container("forbidden");
    try (CosmosAsyncClient async = JavaClients.of(server).buildAsyncClient()) {
      CosmosAsyncDatabase owner = async.getDatabase(database.getId());
      owner.createUser(new CosmosUserProperties().setId("anna")).block();
      CosmosAsyncUser user = owner.getUser("anna");
      assertThat(Objects.requireNonNull(user.read().block()).getProperties().getId())
          .isEqualTo("anna");
      user.createPermission(reads("permitted"), null).block();
      CosmosPermissionProperties permission =
          Objects.requireNonNull(user.getPermission("reads").read(null).block()).getProperties();
      assertThat(permission.getToken()).startsWith("type=resource&");
      assertThat(user.readAllPermissions().collectList().block()).hasSize(1);
      try (CosmosClient guest =
          JavaClients.withoutKey(server).permissions(List.of(permission)).buildClient()) {
        CosmosDatabase seen = guest.getDatabase(database.getId());
        assertThat(seen.getContainer("permitted").read().getProperties().getId())
            .isEqualTo(container.getId());
        refused(403, () -> seen.getContainer("permitted").delete());
      }
      user.getPermission("reads").delete(null).block();
      user.delete().block();
      refused(404, () -> user.read().block());
    }
  }

  private static CosmosPermissionProperties reads(String container) {
    return new CosmosPermissionProperties()
        .setId("reads")
        .setPermissionMode(PermissionMode.READ)
        .setContainerName(container);
  }

  @Test
  void readOnlyKeyReads() {
    container("readable");
    try (CosmosClient reader = client(server.ready("readOnlyKey"))) {
      assertThat(
              reader.getDatabase(database.getId()).getContainer("readable").read().getProperties())
          .isNotNull();
      refused(403, () -> reader.createDatabase("never"));
    }
  }

  @Test
  void tlsIsSpokenOnTheSamePort() {
    String secure = "https://localhost:" + server.endpoint("sql").getPort() + "/";
    try (CosmosClient encrypted = JavaClients.of(server).endpoint(secure).buildClient()) {
      assertThat(encrypted.getDatabase(database.getId()).read().getProperties().getId())
          .isEqualTo(database.getId());
    }
  }

  @Test
  void wrongKeyIsToldWhatToSign() {
    assertThatThrownBy(() -> client("AAAA").close())
        .hasMessageContaining("Server used the following payload to sign");
  }
}
