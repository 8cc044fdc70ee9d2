// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.table;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ClientPrograms;
import io.orrery.testkit.HealthPages;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SteadyPort;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// The unmodified JavaScript SDK of Azure Tables, with an account as Cosmos DB's emulator has it
/// and as Azurite has it; merges are spelled differently.
class JsTablesIT {
  private static final String AZURITE_KEY =
      "Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1OUzFT50uSRZ6IFsuFq2UVErCz4I6tq/K1SZFPTOtr/KBHBeksoGMGw==";

  private static final Duration PATIENCE = Duration.ofMinutes(1);

  @TempDir private static Path shared;
  private static ServerProcess server;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(shared, "--in-memory");
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static Map<String, String> environment(ServerProcess server, boolean azurite) {
    int port = server.endpoint("table").getPort();
    return azurite
        ? Map.of(
            "ORRERY_TABLE_ENDPOINT",
            "http://127.0.0.1:" + port + "/devstoreaccount1",
            "ORRERY_TABLE_ACCOUNT",
            "devstoreaccount1",
            "ORRERY_TABLE_KEY",
            AZURITE_KEY)
        : Map.of(
            "ORRERY_TABLE_ENDPOINT",
            "http://localhost:" + port + "/",
            "ORRERY_TABLE_ACCOUNT",
            "localhost",
            "ORRERY_TABLE_KEY",
            server.ready("key"));
  }

  /// The same over TLS, with all that the client has to trust.
  private Map<String, String> secure() throws IOException {
    Map<String, String> environment = new HashMap<>(environment(server, false));
    environment.compute("ORRERY_TABLE_ENDPOINT", (_, plain) -> plain.replace("http:", "https:"));
    environment.put(
        "NODE_EXTRA_CA_CERTS", ClientPrograms.certificate(server, directory).toString());
    return environment;
  }

  @ParameterizedTest
  @ValueSource(strings = {"Cosmos DB", "Azurite", "Cosmos DB over TLS"})
  void tables(String form) throws Exception {
    Map<String, String> environment =
        form.endsWith("TLS") ? secure() : environment(server, form.equals("Azurite"));
    ClientPrograms.run(environment, "node", "--test", "tables.test.js");
  }

  /// Makes a table with the short form of Azurite's connection string, in which the port is fixed.
  private static String developmentStorage(String before) throws Exception {
    String script =
        """
        import("@azure/data-tables").then(async ({ TableServiceClient }) => {
          const options = { allowInsecureConnection: true };
          const service = TableServiceClient.fromConnectionString("UseDevelopmentStorage=true", options);
          await service.createTable("development");
          for await (const table of service.listTables()) console.log(table.name);
        });
        """;
    return ClientPrograms.run(Map.of(), "node", "-e", before + script);
  }

  /// On any machine: connections to Azurite's port are led to the server's own.
  @Test
  void developmentStorageIsUnderstood() throws Exception {
    String detour =
        """
        const { Socket } = require("node:net");
        const connect = Socket.prototype.connect;
        Socket.prototype.connect = function (...given) {
          const options = given.flat().find((each) => each && typeof each === "object");
          if (String(options?.port) !== "10002") throw new Error(`to ${JSON.stringify(options)}`);
          options.port = %d;
          return connect.apply(this, given);
        };
        """
            .formatted(server.endpoint("table").getPort());
    assertThat(developmentStorage(detour)).isEqualTo("development\n");
  }

  /// Where Azurite's port is free, the server has it and an unmodified client finds it there.
  /// Otherwise the server does not start, and says which port somebody else has.
  @Test
  void azuritesPortIsOpenedOrMissedByName() throws Exception {
    ServerProcess known;
    try {
      known = ServerProcess.serve(directory, "--in-memory", "--native-ports", "on");
    } catch (IllegalStateException refused) {
      assertThat(refused).hasMessageContaining("10002").hasMessageContaining("already in use");
      return;
    }
    try (known) {
      assertThat(developmentStorage("")).isEqualTo("development\n");
    }
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void splitsAndARestartGoUnnoticed(boolean azurite) throws Exception {
    String[] arguments = {
      "--throttling",
      "off",
      "--limits.physical-partition-bytes",
      "100KB",
      "--apis.table",
      SteadyPort.any()
    };
    Future<String> client;
    try (ServerProcess first = ServerProcess.serve(directory, arguments)) {
      client =
          ClientPrograms.begin(
              environment(first, azurite), "node", "--test", "tables-load.test.js");
      await()
          .atMost(PATIENCE)
          .pollInterval(Duration.ofMillis(20))
          .until(() -> HealthPages.partitions(first) > 1 || client.isDone());
    }
    try (ServerProcess second = ServerProcess.serve(directory, arguments)) {
      assertThat(client.get(3, TimeUnit.MINUTES)).contains("pass 1");
      await().atMost(PATIENCE).until(() -> HealthPages.partitions(second) > 2);
    }
  }
}
