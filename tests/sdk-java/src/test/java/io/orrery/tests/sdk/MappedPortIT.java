// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.PartitionKey;
import io.orrery.testkit.HealthPages;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.TcpProxy;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The Java SDK through a port that is not the server's own, as containers map it.
class MappedPortIT {
  @TempDir private Path directory;

  @ParameterizedTest
  @ValueSource(strings = {"http", "https"})
  void everythingGoesThroughIt(String scheme) throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory");
        TcpProxy proxy = TcpProxy.before(server.endpoint("sql"));
        CosmosClient client =
            JavaClients.of(server).endpoint(proxy.endpoint(scheme).toString()).buildClient()) {
      client.createDatabase("d");
      client.getDatabase("d").createContainer(new CosmosContainerProperties("c", "/pk"));
      CosmosContainer container = client.getDatabase("d").getContainer("c");
      container.createItem(Map.of("id", "1", "pk", "a"));
      assertThat(container.readItem("1", new PartitionKey("a"), Map.class).getStatusCode())
          .isEqualTo(200);
      assertThat(proxy.connections()).isPositive();
      assertThat(connections(server)).as("the server's").isEqualTo(proxy.connections());
    }
  }

  private static int connections(ServerProcess server) throws Exception {
    return (int) HealthPages.metric(server, "orrery_sql_connections");
  }
}
