// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.TcpProxy;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The SQL API where its server makes a difference: addresses, time, and what is logged. What
/// requests mean is tested at the door, in `api/sql`.
class SqlHttpIT {
  @TempDir private static Path directory;
  private static ServerProcess server;
  private static SqlHttp http;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory");
    http = SqlHttp.owner(server);
  }

  @AfterAll
  static void stop() {
    String errors = server.standardError();
    server.close();
    assertThat(errors).as("what the server logged").isEmpty();
  }

  @Test
  void accountDocumentNamesTheHostOfTheRequest() throws IOException {
    try (Socket socket =
        new Socket(InetAddress.getLoopbackAddress(), server.endpoint("sql").getPort())) {
      socket
          .getOutputStream()
          .write(
              "GET / HTTP/1.1\r\nHost: mapped.example:4711\r\nConnection: close\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      String answer = new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(answer)
          .startsWith("HTTP/1.1 200 ")
          .contains("\"databaseAccountEndpoint\":\"http://mapped.example:4711/\"")
          .contains("\"id\":\"orrery\"");
    }
  }

  @Test
  void mappedPortIsTheOneThatClientsAreTold() {
    try (TcpProxy proxy = TcpProxy.before(server.endpoint("sql"))) {
      SqlHttp mapped = new SqlHttp(proxy.endpoint("http"), server.ready("key"));
      String account = mapped.unsigned("GET", "/", Map.of()).body();
      String location = "\"databaseAccountEndpoint\":\"%s\"".formatted(proxy.endpoint("http"));
      assertThat(account)
          .containsSubsequence("writableLocations", location, "readableLocations", location)
          .doesNotContain(":" + server.endpoint("sql").getPort());
    }
  }

  /// Of the server: on a clock, the time would be that of whoever else is on the machine as well.
  private static Duration processorTime() {
    return ProcessHandle.of(server.pid()).orElseThrow().info().totalCpuDuration().orElseThrow();
  }

  @Test
  void aThousandContainersTakeSeconds() {
    assertThat(http.post("/dbs", "{\"id\":\"many\"}").statusCode()).isEqualTo(201);
    Duration before = processorTime();
    for (int i = 0; i < 1000; i++) {
      String body = "{\"id\":\"c%d\",\"partitionKey\":{\"paths\":[\"/pk\"]}}".formatted(i);
      assertThat(http.post("/dbs/many/colls", body).statusCode()).isEqualTo(201);
    }
    // A network takes its own time.
    Duration enough = Duration.ofSeconds(ServerProcess.isFar() ? 60 : 10);
    assertThat(processorTime().minus(before)).isLessThan(enough);
    assertThat(http.get("/dbs/many/colls").body()).contains("\"_count\":1000");
    assertThat(http.send("DELETE", "/dbs/many", "", Map.of()).statusCode()).isEqualTo(204);
  }
}
