// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Many large items among very many small ones, in a server whose heap could not hold them.
class LargeItemsIT {
  private static final int LARGE = 128;
  private static final int SMALL = 8000;
  private static final int AT_ONCE = 6;
  private static final Duration PATIENCE = Duration.ofSeconds(20);
  private static final String DOCUMENTS = "/dbs/d/colls/c/docs";
  private static final String KEY = "x-ms-documentdb-partitionkey";

  @TempDir private static Path directory;
  private static ServerProcess server;
  private static SqlHttp http;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--throttling", "off");
    http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    http.post("/dbs/d/colls", "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]}}");
    for (int i = 0; i < SMALL; i += 100) {
      String operations =
          IntStream.range(i, i + 100)
              .mapToObj(
                  n ->
                      "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"s%d\",\"pk\":\"small\",\"big\":false}}"
                          .formatted(n))
              .collect(Collectors.joining(",", "[", "]"));
      HttpResponse<String> made =
          http.send(
              "POST",
              DOCUMENTS,
              operations,
              "x-ms-cosmos-is-batch-request",
              "True",
              "x-ms-cosmos-batch-atomic",
              "True",
              KEY,
              "[\"small\"]");
      assertThat(made.statusCode()).as(made.body()).isEqualTo(200);
    }
    String text = "x".repeat(1_900_000);
    for (int i = 0; i < LARGE; i++) {
      String item =
          "{\"id\":\"l%d\",\"pk\":\"large\",\"big\":true,\"text\":\"%s\"}".formatted(i, text);
      assertThat(http.send("POST", DOCUMENTS, item, KEY, "[\"large\"]").statusCode())
          .isEqualTo(201);
    }
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static HttpResponse<String> query(String text) {
    return http.send(
        "POST",
        DOCUMENTS,
        "{\"query\":\"" + text.replace("\"", "\\\"") + "\"}",
        "x-ms-documentdb-isquery",
        "True",
        "x-ms-documentdb-query-enablecrosspartition",
        "True",
        "x-ms-max-item-count",
        "1000",
        "Content-Type",
        "application/query+json");
  }

  @Test
  void largeItemsAreReadAFewAtATime() {
    HttpResponse<String> ids = query("SELECT VALUE c.id FROM c WHERE c.big = true");
    assertThat(ids.statusCode()).as(ids.body()).isEqualTo(200);
    assertThat(ids.headers().firstValue("x-ms-item-count")).contains("" + LARGE);
    HttpResponse<String> count =
        query("SELECT VALUE COUNT(c.text) FROM c WHERE c.big = true AND c.pk != 'small'");
    assertThat(count.body()).as("%d", count.statusCode()).contains("[" + LARGE + "]");
  }

  @Test
  void aRowThatIsTooLongIsRefused() {
    String copies =
        IntStream.range(0, 40).mapToObj(i -> "\"k" + i + "\":c").collect(Collectors.joining(","));
    HttpResponse<String> answer =
        query("SELECT TOP 1 VALUE {" + copies + "} FROM c WHERE c.big = true");
    assertThat(answer.statusCode()).as("%.300s", answer.body()).isEqualTo(413);
    assertThat(answer.body()).contains("RequestEntityTooLarge", "A row of the query is longer");
  }

  /// Each would take more than there is for all.
  @Test
  void queriesTogetherLeaveMemoryToOthers() throws Exception {
    String hungry =
        "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.id, c.text FROM c WHERE c.big) x";
    List<Future<Integer>> answers = new ArrayList<>();
    try (ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE)) {
      for (int i = 0; i < AT_ONCE; i++) {
        answers.add(threads.submit(() -> query(hungry).statusCode()));
      }
      int written = 0;
      while (answers.stream().anyMatch(answer -> !answer.isDone())) {
        long start = System.nanoTime();
        String item = "{\"id\":\"w%d\",\"pk\":\"w\"}".formatted(written++);
        assertThat(http.send("POST", DOCUMENTS, item, KEY, "[\"w\"]").statusCode()).isEqualTo(201);
        assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(PATIENCE);
      }
    }
    for (Future<Integer> answer : answers) {
      assertThat(answer.get()).isIn(Set.of(413, 429));
    }
    assertThat(query("SELECT VALUE COUNT(1) FROM c WHERE c.big = true").body())
        .contains("[" + LARGE + "]");
  }
}
