// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.AdminCalls;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The program as users meet it: a process with arguments, signals and files.
class ServerIT {
  private final HttpClient http = HttpClient.newHttpClient();
  @TempDir private Path directory;

  private HttpResponse<String> get(ServerProcess server, String path) throws Exception {
    var request = HttpRequest.newBuilder(server.endpoint("health").resolve(path)).build();
    return http.send(request, HttpResponse.BodyHandlers.ofString());
  }

  /// What a start that must fail says; it must be one sentence for the user.
  private String failure(int exitCode, Map<String, String> environment, String... arguments) {
    try (ServerProcess server = ServerProcess.run(directory, environment, List.of(arguments))) {
      assertThat(server.awaitExit()).isEqualTo(exitCode);
      assertThat(server.standardOutput()).isEmpty();
      assertThat(server.standardError()).startsWith("orrery: ").hasLineCount(1);
      return server.standardError();
    }
  }

  @Test
  void readyServerAnnouncesItselfAndAnswers() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      String health = server.endpoint("health").toString();
      assertThat(server.readyContent()).containsEntry("pid", server.pid());
      assertThat(health).matches("http://127\\.0\\.0\\.1:\\d+/");
      String listening =
          Stream.of("health", "sql", "table", "mongo", "portal")
              .filter(server.readyContent()::containsKey) // no portal without Node
              .map(door -> server.endpoint(door).toString())
              .map(url -> "Now listening on: " + url.substring(0, url.length() - 1) + "\n")
              .collect(Collectors.joining());
      assertThat(server.standardOutput())
          .isEqualTo(listening + "Emulator is accessible\nStarted\r\n");
      assertThat(server.standardError()).isEmpty();

      assertThat(get(server, "/alive").statusCode()).isEqualTo(200);
      HttpResponse<String> ready = get(server, "/ready");
      assertThat(ready.statusCode()).isEqualTo(200);
      assertThat(ready.body())
          .contains("\"server\":\"ready\"")
          .contains("\"store\":\"ready\"")
          .contains("\"sql\":\"ready\"")
          .contains("\"table\":\"ready\"")
          .contains("\"mongo\":\"ready\"");
      assertThat(get(server, "/status").body())
          .contains("\"mode\":\"development\"")
          .contains("\"pid\":" + server.pid())
          .contains("\"health\":\"" + health + "\"");
      assertThat(get(server, "/nothing").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void metricsAreInPrometheusFormat() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      SqlHttp http = SqlHttp.owner(server);
      http.post("/dbs", "{\"id\":\"d\"}");
      http.post("/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
      http.get("/dbs/d/colls/c/docs");
      HttpResponse<String> metrics = get(server, "/metrics");
      assertThat(metrics.headers().firstValue("Content-Type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain; version=0.0.4"));
      assertThat(metrics.body().lines())
          .allMatch(
              line ->
                  line.startsWith("# HELP ")
                      || line.startsWith("# TYPE ")
                      || line.matches("[a-z_:][a-z0-9_:]*(\\{.*\\})? [-+0-9.eEINFNan]+"))
          .contains(
              "orrery_requests_total{api=\"sql\",operation=\"read-feed\",status=\"ok\","
                  + "database=\"d\",container=\"c\",partition=\"0\"} 1",
              "orrery_request_duration_seconds_count{api=\"sql\",operation=\"read-feed\"} 1",
              "orrery_throttled_requests_total{database=\"d\",container=\"c\",partition=\"0\"} 0")
          .anyMatch(line -> line.startsWith("jvm_memory_used_bytes{"))
          .anyMatch(line -> line.startsWith("process_uptime_seconds "))
          .anyMatch(line -> line.startsWith("orrery_store_disk_bytes "));
      String splits = "orrery_splits_total{database=\"d\",container=\"c\"} ";
      assertThat(metrics.body()).contains(splits + "0\n");
      AdminCalls.split(server, "d", "c");
      assertThat(get(server, "/metrics").body()).contains(splits + "1\n");
    }
  }

  @Test
  void signalStopsItCleanlyAndDataIsReopened() {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(server.stop()).isZero();
      assertThat(server.isReady()).isFalse();
      assertThat(server.standardError()).isEmpty();
    }
    try (ServerProcess server = ServerProcess.serve(directory)) {
      server.kill();
    }
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(server.isReady()).isTrue();
      assertThat(server.stop()).isZero();
    }
  }

  /// A request that never ends its body keeps the first signal's clean stop waiting.
  @Test
  void secondSignalEndsItAtOnce() throws IOException {
    try (ServerProcess server = ServerProcess.serve(directory);
        var slow =
            new Socket(InetAddress.getLoopbackAddress(), server.endpoint("health").getPort())) {
      slow.getOutputStream()
          .write(
              "GET /alive HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nExpect: 100-continue\r\n\r\n"
                  .getBytes(StandardCharsets.US_ASCII));
      assertThat(slow.getInputStream().read()).isEqualTo('H');
      server.signalStop();
      await().atMost(Duration.ofMinutes(1)).until(() -> !server.isReady());
      assertThat(server.stop()).isEqualTo(143);
    }
  }

  @Test
  void inMemoryLeavesNothingBehind() {
    try (ServerProcess server = ServerProcess.serve(directory, "--in-memory")) {
      assertThat(server.stop()).isZero();
    }
    assertThat(directory.resolve("data")).doesNotExist();
  }

  @Test
  void developmentBeyondThisMachineIsRefused() {
    assertThat(failure(2, Map.of(), "serve", "--in-memory", "--host", "0.0.0.0"))
        .contains("--host 0.0.0.0")
        .contains("--mode production");
  }

  @Test
  void portInUseIsExplained() throws IOException {
    try (var taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      String port = Integer.toString(taken.getLocalPort());
      assertThat(failure(1, Map.of(), "serve", "--health-port", port))
          .contains("127.0.0.1:" + port)
          .contains("already in use")
          .contains("--health-port");
      assertThat(directory.resolve("data")).doesNotExist();
    }
  }

  @Test
  void lockedDirectoryIsExplained() throws IOException {
    Path data = directory.resolve("data");
    Path first = Files.createDirectory(directory.resolve("first"));
    try (ServerProcess server = ServerProcess.serve(first, "--data-path", data.toString())) {
      assertThat(
              failure(1, Map.of(), "serve", "--health-port", "0", "--data-path", data.toString()))
          .contains(data.toString());
      assertThat(server.stop()).isZero();
    }
  }

  @Test
  void directoryOfANewerVersionIsRefused() throws IOException {
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(server.stop()).isZero();
    }
    Files.writeString(directory.resolve("data/store/FORMAT"), "orrery 999\n");
    assertThat(failure(1, Map.of(), "serve", "--health-port", "0")).contains("format 999");
  }

  @Test
  void badSettingsAreExplained() throws IOException {
    assertThat(failure(1, Map.of(), "serve", "--health-port", "x")).contains("--health-port is");
    assertThat(failure(1, Map.of("ORRERY_MODE", "x"), "serve")).contains("ORRERY_MODE is");
    assertThat(failure(1, Map.of(), "serve", "--health-port", "0", "--limits.item-bytes", "0"))
        .contains("itemBytes");
    assertThat(failure(1, Map.of(), "serve", "--ready-file", "nowhere/ready.json"))
        .contains("nowhere/ready.json");
    Files.writeString(directory.resolve("orrery.yaml"), "healthprot: 1");
    assertThat(failure(1, Map.of(), "serve")).contains("did you mean healthPort?");
  }

  /// Threads that were started before the error must not keep half a server alive.
  @Test
  void aStartWithoutMemoryEndsTheProcess() {
    List<String> arguments = List.of("serve", "--port", "0", "--health-port", "0", "--in-memory");
    try (ServerProcess server =
        ServerProcess.run(directory, Map.of("_JAVA_OPTIONS", "-Xmx5m"), arguments)) {
      assertThat(server.awaitExit()).isEqualTo(1);
      assertThat(server.standardError())
          .containsAnyOf("It cannot go on: java.lang.", "Cannot listen");
    }
  }

  @Test
  void configShowNamesTheSourceOfEachValue() {
    Map<String, String> environment = Map.of("ORRERY_THROTTLING", "off", "LOG_LEVEL", "debug");
    List<String> arguments = List.of("config", "show", "--limits.physical-partition-bytes", "2MB");
    try (ServerProcess server = ServerProcess.run(directory, environment, arguments)) {
      assertThat(server.awaitExit()).isZero();
      assertThat(server.standardOutput().lines().map(line -> line.replaceAll(" +", " ")))
          .contains(
              "throttling off environment (ORRERY_THROTTLING)",
              "logLevel debug compatibility variable (LOG_LEVEL)",
              "limits.physicalPartitionBytes 2MB command line (--limits.physical-partition-bytes)",
              "dataPath ./data default");
    }
  }
}
