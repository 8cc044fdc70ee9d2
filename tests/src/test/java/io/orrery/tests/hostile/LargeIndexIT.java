// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.HealthPages;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Legal items that make a hundred times their size of index entries, with the heap the server is
/// shipped with: they are stored or refused, and everybody else goes on.
class LargeIndexIT {
  private static final String ITEMS = "/dbs/d/colls/%s/docs";
  private static final String PROGRESS = "x-ms-documentdb-collection-index-transformation-progress";

  @TempDir private Path directory;

  private static String item(String id, String pk, String name, int numbers) {
    String array =
        IntStream.range(0, numbers).mapToObj(Integer::toString).collect(Collectors.joining(","));
    return "{\"id\":\"%s\",\"pk\":\"%s\",\"%s\":[%s]}".formatted(id, pk, name, array);
  }

  private static HttpResponse<String> create(SqlHttp http, String container, String item) {
    int from = item.indexOf("\"pk\":\"") + 6;
    String pk = item.substring(from, item.indexOf('"', from));
    return http.send(
        "POST",
        ITEMS.formatted(container),
        item,
        Map.of("x-ms-documentdb-partitionkey", "[\"" + pk + "\"]"));
  }

  private static void createContainer(SqlHttp http, String id, String policy) {
    String body = "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"]}%s}".formatted(id, policy);
    assertThat(http.post("/dbs/d/colls", body).statusCode()).isEqualTo(201);
  }

  private static String policy(String included, String excluded) {
    return ",\"indexingPolicy\":{\"includedPaths\":[%s],\"excludedPaths\":[%s]}"
        .formatted(included, excluded);
  }

  private static String count(SqlHttp http, String container, String condition) {
    return http.send(
            "POST",
            ITEMS.formatted(container),
            "{\"query\":\"SELECT VALUE COUNT(1) FROM c WHERE %s\"}".formatted(condition),
            Map.of(
                "content-type", "application/query+json",
                "x-ms-documentdb-isquery", "True",
                "x-ms-documentdb-query-enablecrosspartition", "True"))
        .body();
  }

  private static int ready(ServerProcess server) throws Exception {
    return HealthPages.get(server, "/ready").statusCode();
  }

  @Test
  void itemsWithHugeIndexesStopNobody() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      SqlHttp http = SqlHttp.owner(server);
      http.post("/dbs", "{\"id\":\"d\"}");
      createContainer(http, "c", "");

      // Its path would stand in every one of its 70,000 entries.
      String name = "n".repeat(1000);
      assertThat(create(http, "c", item("long", "a", name, 70_000)).statusCode()).isEqualTo(201);
      assertThat(count(http, "c", "ARRAY_CONTAINS(c." + name + ", 69999)")).contains("[1]");

      // And so does the item's own key, at 3 KB.
      HttpResponse<String> refused =
          create(http, "c", item("i".repeat(1000), "p".repeat(2000), "v", 200_000));
      assertThat(refused.statusCode()).isEqualTo(413);
      assertThat(refused.body()).contains("more than 24 MB of index entries", "indexing policy");
      assertThat(create(http, "c", "{\"id\":\"small\",\"pk\":\"a\"}").statusCode()).isEqualTo(201);

      manyAtOnce(http);
      widenedPolicy(http);
      assertThat(ready(server)).isEqualTo(200);
      assertThat(server.standardError()).doesNotContain("OutOfMemoryError", "stopped");
    }
    try (ServerProcess server = ServerProcess.serve(directory, "--throttling", "off")) {
      afterRestart(SqlHttp.owner(server));
      assertThat(ready(server)).isEqualTo(200);
    }
  }

  private static void manyAtOnce(SqlHttp http) throws Exception {
    for (int i = 0; i < 8; i++) {
      createContainer(http, "many" + i, "");
    }
    String large = item("large", "a", "m".repeat(80), 250_000);
    List<Future<HttpResponse<String>>> answers = new ArrayList<>();
    try (var threads = Executors.newFixedThreadPool(8)) {
      for (int i = 0; i < 8; i++) {
        String container = "many" + i;
        answers.add(threads.submit(() -> create(http, container, large)));
      }
      for (Future<HttpResponse<String>> answer : answers) {
        assertThat(answer.get().statusCode()).as(answer.get().body()).isEqualTo(201);
      }
    }
    for (int i = 0; i < 8; i++) {
      String small = "{\"id\":\"small\",\"pk\":\"a\"}";
      assertThat(create(http, "many" + i, small).statusCode()).isEqualTo(201);
    }
  }

  private static void widenedPolicy(SqlHttp http) {
    createContainer(http, "wide", policy("", "{\"path\":\"/*\"}"));
    String huge = item("i".repeat(1000), "p".repeat(2000), "v", 200_000);
    assertThat(create(http, "wide", huge).statusCode()).isEqualTo(201);
    assertThat(create(http, "wide", "{\"id\":\"s\",\"pk\":\"a\",\"w\":1}").statusCode())
        .isEqualTo(201);
    String wider =
        "{\"id\":\"wide\",\"partitionKey\":{\"paths\":[\"/pk\"]}%s}"
            .formatted(policy("{\"path\":\"/*\"}", ""));
    assertThat(http.send("PUT", "/dbs/d/colls/wide", wider, Map.of()).statusCode()).isEqualTo(200);
    assertServing(http);
  }

  /// The item cannot be indexed, so nobody relies on the new paths, and answers stay complete.
  private static void assertServing(SqlHttp http) {
    assertThat(count(http, "wide", "ARRAY_CONTAINS(c.v, 199999)")).contains("[1]");
    assertThat(count(http, "wide", "c.w = 1")).contains("[1]");
    String other = "{\"id\":\"o%d\",\"pk\":\"a\"}".formatted(System.nanoTime());
    assertThat(create(http, "wide", other).statusCode()).isEqualTo(201);
  }

  private static void afterRestart(SqlHttp http) {
    assertServing(http);
    String pk = "[\"" + "p".repeat(2000) + "\"]";
    var deleted =
        http.send(
            "DELETE",
            "/dbs/d/colls/wide/docs/" + "i".repeat(1000),
            "",
            Map.of("x-ms-documentdb-partitionkey", pk));
    assertThat(deleted.statusCode()).isEqualTo(204);
    await().atMost(Duration.ofMinutes(2)).until(() -> progress(http).equals("100"));
    assertThat(count(http, "wide", "c.w = 1")).contains("[1]");
  }

  private static String progress(SqlHttp http) {
    return http.send(
            "GET", "/dbs/d/colls/wide", "", Map.of("x-ms-documentdb-populatequotainfo", "True"))
        .headers()
        .firstValue(PROGRESS)
        .orElse("");
  }
}
