// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.sdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.azure.cosmos.CosmosClient;
import com.azure.cosmos.CosmosContainer;
import com.azure.cosmos.CosmosException;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemIdentity;
import com.azure.cosmos.models.CosmosQueryRequestOptions;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.azure.cosmos.models.SqlParameter;
import com.azure.cosmos.models.SqlQuerySpec;
import com.azure.cosmos.models.ThroughputProperties;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Queries with the unmodified Java SDK, which asks for plans and merges the rows of ranges itself,
/// against the same queries that the server runs alone.
class JavaQueriesIT {
  private static final int ITEMS = 150;
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final List<String> QUERIES =
      List.of(
          "SELECT * FROM c WHERE c.n = 3",
          "SELECT VALUE c.id FROM c WHERE c.n > 3 AND c.n <= 7",
          "SELECT c.id, t FROM c JOIN t IN c.tags WHERE t >= 2",
          "SELECT VALUE COUNT(1) FROM c",
          "SELECT VALUE SUM(c.n) FROM c WHERE IS_NUMBER(c.n)",
          "SELECT VALUE AVG(c.n) FROM c WHERE IS_NUMBER(c.n)",
          "SELECT VALUE MIN(c.n) FROM c",
          "SELECT VALUE MAX(c.text) FROM c",
          "SELECT COUNT(1) AS n, MAX(c.n) AS m FROM c WHERE c.n < 5",
          "SELECT c.text, COUNT(1) AS n, AVG(c.n) AS a FROM c WHERE c.n < 9 GROUP BY c.text",
          "SELECT DISTINCT VALUE c.text FROM c",
          "SELECT DISTINCT c.text, c.n FROM c WHERE c.n < 6",
          "SELECT VALUE COUNT(1) FROM (SELECT DISTINCT c.text FROM c)",
          "SELECT VALUE 1");
  private static final List<String> ORDERED =
      List.of(
          "SELECT c.id, c.n FROM c ORDER BY c.n",
          "SELECT c.id, c.n FROM c ORDER BY c.n DESC",
          "SELECT VALUE c.n FROM c WHERE c.n > 2 ORDER BY c.n",
          "SELECT TOP 7 c.id, c.n FROM c ORDER BY c.n",
          "SELECT c.id, c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 11",
          "SELECT DISTINCT VALUE c.text FROM c ORDER BY c.text DESC",
          "SELECT c.id, c._ts FROM c ORDER BY c._ts");

  @TempDir private static Path directory;
  private static ServerProcess server;
  private static CosmosClient client;
  private static CosmosContainer items;

  @BeforeAll
  static void start() {
    server = ServerProcess.serve(directory, "--in-memory");
    client = JavaClients.of(server).buildClient();
    client.createDatabase("d");
    client
        .getDatabase("d")
        .createContainer(
            new CosmosContainerProperties("items", "/pk"),
            ThroughputProperties.createManualThroughput(30_000));
    items = client.getDatabase("d").getContainer("items");
    Random random = new Random(11);
    for (int i = 0; i < ITEMS; i++) {
      items.createItem(item(i, random));
    }
  }

  @AfterAll
  static void stop() {
    client.close();
    server.close();
  }

  private static Map<String, Object> item(int number, Random random) {
    Map<String, Object> item = new LinkedHashMap<>();
    item.put("id", Integer.toString(number));
    item.put("pk", "k" + random.nextInt(12));
    switch (random.nextInt(8)) {
      case 0 -> item.put("n", "x" + random.nextInt(3));
      case 1 -> item.put("n", null);
      case 2 -> {}
      default -> item.put("n", random.nextInt(9));
    }
    item.put("text", "t" + random.nextInt(4));
    item.put("tags", List.of(random.nextInt(4), random.nextInt(6)));
    return item;
  }

  /// A row, with whole numbers as such: the SDK adds them up as fractions.
  private static String text(JsonNode row) {
    return row.toString().replaceAll("(\\d)\\.0(?!\\d)", "$1");
  }

  /// All rows by the SDK, in pages of a size.
  private static List<String> bySdk(String query, int size) {
    List<String> rows = new ArrayList<>();
    for (FeedResponse<JsonNode> page :
        items
            .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
            .iterableByPage(size)) {
      page.getResults().forEach(row -> rows.add(text(row)));
    }
    return rows;
  }

  /// All rows by the SDK, each page asked for by the continuation of the one before.
  private static List<String> resumed(String query, int size) {
    List<String> rows = new ArrayList<>();
    String continuation = null;
    do {
      FeedResponse<JsonNode> page =
          items
              .queryItems(query, new CosmosQueryRequestOptions(), JsonNode.class)
              .iterableByPage(continuation, size)
              .iterator()
              .next();
      page.getResults().forEach(row -> rows.add(text(row)));
      continuation = page.getContinuationToken();
    } while (continuation != null);
    return rows;
  }

  /// All rows by the server alone.
  private static List<String> byServer(String query) throws Exception {
    SqlHttp http = SqlHttp.owner(server);
    List<String> rows = new ArrayList<>();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("x-ms-documentdb-isquery", "True");
    headers.put("x-ms-documentdb-query-enablecrosspartition", "True");
    headers.put("Content-Type", "application/query+json");
    String continuation;
    do {
      String body = JSON.writeValueAsString(Map.of("query", query, "parameters", List.of()));
      HttpResponse<String> answer = http.send("POST", "/dbs/d/colls/items/docs", body, headers);
      assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
      JSON.readTree(answer.body()).get("Documents").forEach(row -> rows.add(text(row)));
      continuation = answer.headers().firstValue("x-ms-continuation").orElse(null);
      headers.put("x-ms-continuation", continuation == null ? "" : continuation);
    } while (continuation != null);
    return rows;
  }

  @Test
  void theSdkGetsTheRowsTheServerGivesAlone() throws Exception {
    for (String query : QUERIES) {
      List<String> expected = byServer(query);
      assertThat(expected).as(query).isNotEmpty();
      for (int size : List.of(1, 7, 100)) {
        assertThat(bySdk(query, size))
            .as("%s, pages of %d", query, size)
            .containsExactlyInAnyOrderElementsOf(expected);
      }
    }
  }

  @Test
  void ordersAreTheSame() throws Exception {
    for (String query : ORDERED) {
      List<String> expected = byServer(query);
      assertThat(expected).as(query).isNotEmpty();
      for (int size : List.of(1, 7, 100)) {
        assertThat(bySdk(query, size))
            .as("%s, pages of %d", query, size)
            .containsExactlyInAnyOrderElementsOf(expected);
        assertThat(keys(bySdk(query, size)))
            .as("%s, pages of %d", query, size)
            .containsExactlyElementsOf(keys(expected));
      }
    }
  }

  /// What the rows are ordered by: those with the same may come in any order.
  private static List<String> keys(List<String> rows) throws Exception {
    List<String> keys = new ArrayList<>();
    for (String row : rows) {
      keys.add(JSON.readTree(row).path("n").toString());
    }
    return keys;
  }

  @Test
  void continuationsOfTheSdkWork() throws Exception {
    for (String query :
        List.of(
            "SELECT * FROM c WHERE c.n = 3",
            "SELECT c.id, c.n FROM c ORDER BY c.n",
            "SELECT c.id, c.n FROM c ORDER BY c.n DESC",
            "SELECT c.id, c.n FROM c ORDER BY c.n OFFSET 5 LIMIT 11")) {
      for (int size : List.of(2, 7)) {
        assertThat(resumed(query, size))
            .as("%s, pages of %d", query, size)
            .containsExactlyInAnyOrderElementsOf(byServer(query));
      }
    }
  }

  @Test
  void parametersAndPartitionKeys() {
    CosmosQueryRequestOptions options =
        new CosmosQueryRequestOptions().setPartitionKey(new PartitionKey("k3"));
    SqlQuerySpec query =
        new SqlQuerySpec(
            "SELECT VALUE c.pk FROM c WHERE c.n >= @least", new SqlParameter("@least", 2));
    List<String> keys = new ArrayList<>();
    items.queryItems(query, options, String.class).forEach(keys::add);
    assertThat(keys).isNotEmpty().containsOnly("k3");
  }

  @Test
  void manyItemsAreReadAtOnce() {
    List<CosmosItemIdentity> identities = new ArrayList<>();
    Random random = new Random(11);
    for (int i = 0; i < ITEMS; i++) {
      Map<String, Object> item = item(i, random);
      if (i % 3 == 0) {
        identities.add(
            new CosmosItemIdentity(new PartitionKey(item.get("pk")), (String) item.get("id")));
      }
    }
    assertThat(items.readMany(identities, JsonNode.class).getResults()).hasSize(identities.size());
  }

  @Test
  void whatIsWrongIsSaidWithItsPlace() {
    assertThatThrownBy(() -> bySdk("SELECT * FROM c WHERE d.x = 1", 10))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("SC2001");
    assertThatThrownBy(() -> bySdk("SELECT FROM WHERE", 10))
        .isInstanceOf(CosmosException.class)
        .hasMessageContaining("SC1001");
  }

  /// The SDK puts an emoji in front of U+FFFD, the server behind it.
  @Test
  void everyRowComesOnceThroughAnotherOrderOfStrings() {
    client
        .getDatabase("d")
        .createContainer(
            new CosmosContainerProperties("strings", "/pk"),
            ThroughputProperties.createManualThroughput(30_000));
    CosmosContainer strings = client.getDatabase("d").getContainer("strings");
    List<String> texts = List.of("a", "\uFFFD", "\uD83D\uDE00", "\uFFFDb");
    List<String> ids = new ArrayList<>();
    for (int i = 0; i < ITEMS; i++) {
      ids.add("" + i);
      strings.createItem(Map.of("id", "" + i, "pk", "k" + i % 9, "s", texts.get(i % 4)));
    }
    List<String> read = new ArrayList<>();
    strings
        .queryItems(
            "SELECT c.id FROM c ORDER BY c.s", new CosmosQueryRequestOptions(), JsonNode.class)
        .iterableByPage(3)
        .forEach(page -> page.getResults().forEach(row -> read.add(row.get("id").asText())));
    assertThat(read).containsExactlyInAnyOrderElementsOf(ids);
  }
}
