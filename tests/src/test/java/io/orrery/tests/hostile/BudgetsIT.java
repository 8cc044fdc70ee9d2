// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.hostile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/// Clients that take memory and connections and give nothing back, against a server with the heap
/// that it is shipped with. Meanwhile others are served and the pages about health come; afterwards
/// everything is as before. `-Dorrery.hostile.clients=3` sends three times as many of them.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BudgetsIT {
  private static final int TIMES = Integer.getInteger("orrery.hostile.clients", 1);
  private static final String DOCS = "/dbs/d/colls/c/docs";
  private static final String[] KEY = {"x-ms-documentdb-partitionkey", "[\"a\"]"};
  private static final int LARGE = 1_900_000;
  private static final String HELD = "orrery_traffic_bytes";

  private final HttpClient client = HttpClient.newHttpClient();
  private final AtomicInteger created = new AtomicInteger();
  private final List<RawConnection> attackers = new ArrayList<>();
  private ServerProcess server;
  private SqlHttp http;
  private Vitals before;

  @BeforeAll
  void start(@TempDir Path directory) throws Exception {
    server = ServerProcess.serve(directory, "--throttling", "off");
    http = SqlHttp.owner(server);
    http.post("/dbs", "{\"id\":\"d\"}");
    http.post(
        "/dbs/d/colls",
        "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},"
            + "\"indexingPolicy\":{\"excludedPaths\":[{\"path\":\"/*\"}]}}");
    for (int i = 0; i < 3; i++) {
      assertThat(create("large" + i, LARGE)).isEqualTo(201);
    }
    othersAreServed();
    before = Vitals.of(server);
  }

  @AfterAll
  void stop() {
    client.close();
    server.close();
  }

  @AfterEach
  void everythingIsAsBefore() throws Exception {
    for (RawConnection each : attackers) {
      each.close();
    }
    attackers.clear();
    await().atMost(Duration.ofMinutes(1)).until(() -> Vitals.of(server).connections() <= 20);
    await().atMost(Duration.ofMinutes(1)).until(() -> Vitals.number(server, HELD) == 0);
    Vitals after = Vitals.of(server);
    System.out.printf("budgets: %s, then %s%n", before, after);
    assertThat(after.heapMegabytes()).isLessThan(before.heapMegabytes() + 20);
    assertThat(after.residentMegabytes()).isLessThan(before.residentMegabytes() + 400);
    assertThat(after.platformThreads()).isLessThan(before.platformThreads() + 10);
    assertThat(server.standardError()).isEmpty();
  }

  private int create(String id, int bytes) {
    String body = "{\"id\":\"%s\",\"pk\":\"a\",\"x\":\"%s\"}".formatted(id, "x".repeat(bytes));
    return http.send("POST", DOCS, body, KEY).statusCode();
  }

  /// For who tries again: a refusal may come after the write.
  private int upsert(String id) {
    String body = "{\"id\":\"%s\",\"pk\":\"a\",\"x\":\"%s\"}".formatted(id, "x".repeat(LARGE));
    return http.send("POST", DOCS, body, KEY[0], KEY[1], "x-ms-documentdb-is-upsert", "True")
        .statusCode();
  }

  private int read(String id) {
    return http.send("GET", DOCS + "/" + id, "", KEY).statusCode();
  }

  private int health(String page) throws IOException, InterruptedException {
    URI address = server.endpoint("health").resolve(page);
    var request = HttpRequest.newBuilder(address).timeout(Duration.ofSeconds(30)).build();
    return client.send(request, BodyHandlers.discarding()).statusCode();
  }

  /// Small requests at once, large ones when those that are slow have been told from the others.
  private void othersAreServed() throws Exception {
    assertThat(health("/alive")).isEqualTo(200);
    assertThat(health("/ready")).isEqualTo(200);
    String id = "good" + created.incrementAndGet();
    assertThat(create(id, 100)).isEqualTo(201);
    assertThat(read(id)).isEqualTo(200);
    await().atMost(Duration.ofMinutes(1)).until(() -> upsert(id + "large") < 300);
    await().atMost(Duration.ofMinutes(1)).until(() -> read(id + "large") == 200);
    assertThat(http.send("DELETE", DOCS + "/" + id + "large", "", KEY).statusCode()).isEqualTo(204);
    assertThat(health("/metrics")).isEqualTo(200);
  }

  private RawConnection attack() throws IOException {
    RawConnection attacker = new RawConnection(server.endpoint("sql"));
    attackers.add(attacker);
    return attacker;
  }

  private List<String> signed(String method, String path) {
    String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(ZonedDateTime.now(ZoneOffset.UTC));
    return List.of(
        "x-ms-date", date, "authorization", http.authorization(method, path, date), KEY[0], KEY[1]);
  }

  private static String head(String line, List<String> headers) {
    StringBuilder head = new StringBuilder(line + " HTTP/1.1\r\nHost: x\r\n");
    for (int i = 0; i < headers.size(); i += 2) {
      head.append(headers.get(i)).append(": ").append(headers.get(i + 1)).append("\r\n");
    }
    return head + "\r\n";
  }

  @Test
  void unfinishedBodiesWithoutKey() throws Exception {
    String head = head("POST " + DOCS, List.of("Content-Length", "2000000"));
    String body = "x".repeat(1_000_000);
    RawConnection first = attack();
    first.send(head + body);
    assertThat(first.status()).isEqualTo(401);
    for (int i = 0; i < 80 * TIMES; i++) {
      attack().send(head + body);
    }
    String small = head("POST " + DOCS, List.of("Content-Length", "16000"));
    for (int i = 0; i < 600 * TIMES; i++) {
      attack().send(small + "x".repeat(15_000));
    }
    othersAreServed();
  }

  @Test
  void answersOfHttp1ThatNobodyReads() throws Exception {
    String path = DOCS + "/large1";
    for (int i = 0; i < 140 * TIMES; i++) {
      RawConnection attacker = RawConnection.thatTakesLittle(server.endpoint("sql"));
      attackers.add(attacker);
      attacker.send(head("GET " + path, signed("GET", path)));
    }
    othersAreServed();
  }

  @Test
  void answersOfHttp2ThatNobodyReads() throws Exception {
    for (int i = 0; i < 4 * TIMES; i++) {
      Http2Frames frames = new Http2Frames();
      for (int j = 0; j < 100; j++) {
        if (j % 2 == 0) {
          String path = DOCS + "/large2";
          frames.request("GET", path, signed("GET", path), "");
        } else {
          List<String> headers = new ArrayList<>(signed("POST", DOCS));
          headers.addAll(List.of("x-ms-documentdb-isquery", "True"));
          headers.addAll(List.of("content-type", "application/query+json"));
          frames.request("POST", DOCS, headers, "{\"query\":\"SELECT * FROM c\"}");
        }
      }
      attack().send(frames.toByteArray());
    }
    othersAreServed();
  }

  @Test
  void connectionsThatSayNothing() throws Exception {
    for (int i = 0; i < 1500 * Math.min(TIMES, 8); i++) {
      attack();
    }
    othersAreServed();
    assertThat(attackers.getFirst().status()).as("the oldest made room").isZero();
    assertThat(new SqlHttp(server.endpoint("sql"), server.ready("key")).get("/dbs").statusCode())
        .isEqualTo(200);
  }

  @Test
  void bodiesOverTheLimit() throws Exception {
    String body = "{\"id\":\"1\",\"pk\":\"a\",\"x\":\"%s\"}".formatted("x".repeat(5 << 20));
    for (int i = 0; i < 5 * TIMES; i++) {
      HttpResponse<String> answer = http.send("POST", DOCS, body, KEY);
      assertThat(answer.statusCode()).isEqualTo(413);
      assertThat(answer.headers().firstValue("x-ms-activity-id")).isPresent();
      assertThat(answer.headers().firstValue("content-type")).hasValue("application/json");
      assertThat(answer.body())
          .contains("{\\\"Errors\\\":[\\\"Request size is too large\\\"]}\\r\\nActivityId: ");
    }
    othersAreServed();
  }
}
