// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sql;

import static io.orrery.testkit.sql.SqlItems.header;
import static io.orrery.testkit.sql.SqlItems.subStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Headers that change what a request about items does.
class HeadersIT {
  @TempDir private static Path directory;
  private static ServerProcess server;
  private static SqlHttp client;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory");
    client = SqlHttp.owner(server);
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static double charge(HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(201);
    return Double.parseDouble(header(response, "x-ms-request-charge"));
  }

  @Test
  void headAnswersAsGetDoesWithoutTheItem() {
    SqlItems items = SqlItems.create(client, "head");
    String etag = header(items.create("[\"a\"]", "{\"id\":\"1\",\"pk\":\"a\"}"), "etag");
    HttpResponse<String> head = items.item("HEAD", "[\"a\"]", "1", "");
    assertThat(head.statusCode()).isEqualTo(200);
    assertThat(head.body()).isEmpty();
    assertThat(header(head, "etag")).isEqualTo(etag);
    assertThat(items.item("HEAD", "[\"a\"]", "2", "").statusCode()).isEqualTo(404);
  }

  @Test
  void excludedItemsCostNoIndexing() {
    SqlItems items = SqlItems.create(client, "directive");
    String body = "{\"id\":\"%d\",\"pk\":\"a\",\"a\":1,\"b\":2,\"c\":3,\"d\":[1,2,3,4,5]}";
    String name = "x-ms-indexing-directive";
    double indexed = charge(items.create("[\"a\"]", body.formatted(1), name, "Include"));
    assertThat(charge(items.create("[\"a\"]", body.formatted(2), name, "Default")))
        .isEqualTo(indexed);
    assertThat(charge(items.create("[\"a\"]", body.formatted(3), name, "Exclude")))
        .isLessThan(indexed);
    HttpResponse<String> nonsense = items.create("[\"a\"]", body.formatted(4), name, "Maybe");
    assertThat(nonsense.statusCode()).isEqualTo(400);
  }

  @Test
  void whoIsTooFastIsToldHowLongToWait() throws InterruptedException {
    SqlItems items = SqlItems.create(client, "busy");
    String large = "x".repeat(50_000);
    HttpResponse<String> refused = null;
    for (int i = 0; i < 1000 && refused == null; i++) {
      String body = "{\"id\":\"%d\",\"pk\":\"a\",\"x\":\"%s\"}".formatted(i, large);
      HttpResponse<String> answer = items.create("[\"a\"]", body);
      refused = answer.statusCode() == 201 ? null : answer;
    }
    assertThat(refused).isNotNull();
    assertThat(refused.statusCode()).isEqualTo(429);
    assertThat(subStatus(refused)).isEqualTo("3200");
    long millis = Long.parseLong(header(refused, "x-ms-retry-after-ms"));
    assertThat(millis).isBetween(1L, 60_000L);
    Duration told = Duration.ofMillis(millis);
    await()
        .pollDelay(told)
        .atMost(told.plusSeconds(20))
        .until(() -> items.read("[\"a\"]", "0").statusCode() == 200);
  }

  @Test
  void partsOfTheRingAddUpToTheWhole() {
    SqlItems items = SqlItems.create(client, "ring");
    for (int i = 0; i < 40; i++) {
      charge(
          items.create("[\"k%d\"]".formatted(i), "{\"id\":\"%d\",\"pk\":\"k%d\"}".formatted(i, i)));
    }
    int low = count(items, "", "20");
    int high = count(items, "20", "FF");
    assertThat(low).isBetween(1, 39);
    assertThat(low + high).isEqualTo(40);
    assertThat(count(items, "", "FF")).isEqualTo(40);
    HttpResponse<String> nonsense = part(items, "FF", "20");
    assertThat(nonsense.statusCode()).isEqualTo(400);
  }

  private static int count(SqlItems items, String start, String end) {
    HttpResponse<String> page = part(items, start, end);
    assertThat(page.statusCode()).as(page.body()).isEqualTo(200);
    return Integer.parseInt(header(page, "x-ms-item-count"));
  }

  private static HttpResponse<String> part(SqlItems items, String start, String end) {
    return client.send(
        "GET",
        items.container() + "/docs",
        "",
        "x-ms-documentdb-partitionkeyrangeid",
        "0",
        "x-ms-read-key-type",
        "EffectivePartitionKeyRange",
        "x-ms-start-epk",
        start,
        "x-ms-end-epk",
        end);
  }
}
