// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.model.value.Value;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.query.SameRow;
import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Each [HostileQuery] ends with an error or with a page inside the limits, and the server is as
/// before.
class HostileQueriesIT {
  private static final int ITEMS = 200;
  private static final int PAGE_BYTES_MAX = 5 << 20;
  private static final int HEAP_SLACK_MEGABYTES = 30;
  private static final int AT_ONCE = 8;

  /// Of a fifth of a second, in which an idle server computes for a millisecond: others may have
  /// most of the processors.
  private static final int BUSY_MILLIS = 20;

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  /// What a query may take. By default it is ten times as much, for which
  /// `-Dorrery.hostile.seconds=30` waits.
  private static final Duration REQUEST_TIME =
      Duration.ofSeconds(Integer.getInteger("orrery.hostile.seconds", 3));

  private static final String DOCUMENTS = "/dbs/d/colls/c/docs";

  @TempDir private static Path directory;
  private static ServerProcess server;
  private static SqlHttp http;

  @BeforeAll
  static void start() {
    String time = Long.toString(REQUEST_TIME.toMillis());
    server =
        ServerProcess.serve(
            directory, "--in-memory", "--throttling", "off", "--limits.request-millis", time);
    http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    http.post("/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    String tags = IntStream.range(0, 30).boxed().toList().toString();
    for (int i = 0; i < ITEMS; i++) {
      String item =
          "{\"id\":\"%d\",\"pk\":\"k%d\",\"text\":\"%s\",\"tags\":%s}"
              .formatted(i, i % 10, "a".repeat(5000), tags);
      assertThat(http.post(DOCUMENTS, item).statusCode()).isEqualTo(201);
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String body(String query) {
    return "{\"query\":" + SameRow.text(new Value.Text(query)) + "}";
  }

  private static HttpResponse<String> query(String text) {
    return http.send(
        "POST",
        DOCUMENTS,
        body(text),
        "x-ms-documentdb-isquery",
        "True",
        "x-ms-documentdb-query-enablecrosspartition",
        "True",
        "Content-Type",
        "application/query+json");
  }

  @Test
  void everyQueryEndsInsideItsLimits() throws Exception {
    query("SELECT * FROM c");
    Vitals before = Vitals.of(server);
    List<Future<String>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (HostileQuery each : HostileQuery.all()) {
        answers.add(threads.submit(() -> fault(each)));
      }
    }
    for (Future<String> answer : answers) {
      assertThat(answer.get()).isEmpty();
    }
    assertThat(query("SELECT VALUE COUNT(1) FROM c").body()).contains("[" + ITEMS + "]");
    assertThat(Vitals.of(server).heapMegabytes())
        .isLessThan(before.heapMegabytes() + HEAP_SLACK_MEGABYTES);
  }

  /// What is wrong with the answer to a query; empty if nothing is.
  private static String fault(HostileQuery query) {
    long start = System.nanoTime();
    HttpResponse<String> answer = query(query.text());
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    return took.compareTo(PATIENCE) < 0 && isInsideLimits(answer)
        ? ""
        : "%s: %d after %s: %.200s"
            .formatted(query.name(), answer.statusCode(), took, answer.body());
  }

  private static boolean isInsideLimits(HttpResponse<String> answer) {
    return answer.statusCode() == 200
        ? answer.body().length() <= PAGE_BYTES_MAX
        : answer.statusCode() < 500 && answer.body().contains("message");
  }

  @Test
  void aClientThatGoesAwayTakesItsQueryAlong() throws Exception {
    try (Socket _ = endless()) {
      await().atMost(PATIENCE).until(() -> cpuMillisIn(Duration.ofMillis(200)) > BUSY_MILLIS);
    }
    await().atMost(PATIENCE).until(() -> cpuMillisIn(Duration.ofMillis(500)) < 50);
  }

  /// Without it they would wait for the deadlines of as many queries as there are processors, and
  /// reach their own meanwhile.
  @Test
  void othersHaveTheirTurn() throws Exception {
    List<Socket> endless = new ArrayList<>();
    try {
      for (int i = 0; i < AT_ONCE; i++) {
        endless.add(endless());
      }
      await().atMost(PATIENCE).until(() -> cpuMillisIn(Duration.ofMillis(200)) > BUSY_MILLIS);
      assertThat(query("SELECT VALUE 1").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : endless) {
        socket.close();
      }
    }
    await().atMost(PATIENCE).until(() -> cpuMillisIn(Duration.ofMillis(500)) < 50);
  }

  private static Socket endless() throws IOException {
    var address = server.endpoint("sql");
    Socket socket = new Socket(address.getHost(), address.getPort());
    socket
        .getOutputStream()
        .write(request(HostileQuery.ENDLESS.text()).getBytes(StandardCharsets.UTF_8));
    return socket;
  }

  /// As it goes over the wire.
  private static String request(String query) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    String body = body(query);
    return String.join(
        "\r\n",
        "POST " + DOCUMENTS + " HTTP/1.1",
        "Host: localhost",
        "x-ms-date: " + date,
        "x-ms-version: 2020-07-15",
        "authorization: " + http.authorization("POST", DOCUMENTS, date),
        "x-ms-documentdb-isquery: True",
        "x-ms-documentdb-query-enablecrosspartition: True",
        "Content-Type: application/query+json",
        "Content-Length: " + body.length(),
        "",
        body);
  }

  /// How much the server computes in some time: the only sign of a query from outside.
  private static long cpuMillisIn(Duration time) throws InterruptedException {
    ProcessHandle process = ProcessHandle.of(server.pid()).orElseThrow();
    Duration before = process.info().totalCpuDuration().orElseThrow();
    TimeUnit.NANOSECONDS.sleep(time.toNanos());
    return process.info().totalCpuDuration().orElseThrow().minus(before).toMillis();
  }
}
