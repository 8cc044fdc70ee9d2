// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.testkit.sql.SqlItems;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Queries over plain HTTP: headers, errors and what the server says about how it ran them.
class QueryRequestsTest {
  private static final String DEFINITION =
      """
      "partitionKey":{"paths":["/pk"],"kind":"Hash","version":2},
      "indexingPolicy":{"includedPaths":[{"path":"/*"}],"excludedPaths":[{"path":"/dark/?"}],
      "compositeIndexes":[[{"path":"/a","order":"ascending"},{"path":"/b","order":"descending"}]]},
      "computedProperties":[{"name":"sum","query":"SELECT VALUE c.a + c.b FROM c"}]\
      """;
  private static final String TIMED =
      """
      "partitionKey":{"paths":["/pk"],"kind":"Hash","version":2},
      "indexingPolicy":{"includedPaths":[{"path":"/*"}],
      "compositeIndexes":[[{"path":"/n","order":"ascending"},{"path":"/_ts","order":"descending"}]]}\
      """;
  private static final String UNINDEXED =
      """
      "partitionKey":{"paths":["/pk"],"kind":"Hash","version":2},
      "indexingPolicy":{"indexingMode":"none","automatic":false}\
      """;
  private static final String PLANE =
      """
      "partitionKey":{"paths":["/pk"],"kind":"Hash","version":2},
      "geospatialConfig":{"type":"Geometry"}\
      """;
  private static final String EXPLAIN = "x-orrery-explain";
  private static final Pattern METRIC = Pattern.compile("(\\w+)=([0-9.]+)");
  private static final int ITEMS = 40;

  /// Each time has two digits behind the point.
  private static final double ROUNDING = 0.03;

  private static final DoorBed DOOR = new DoorBed();
  private static SqlItems items;

  @BeforeAll
  static void start() {
    items = SqlItems.create(DOOR.http(), "queried", DEFINITION);
    for (int i = 0; i < ITEMS; i++) {
      String key = "k" + i % 4;
      String body =
          "{\"id\":\"%d\",\"pk\":\"%s\",\"a\":%d,\"b\":%d,\"dark\":%d}"
              .formatted(i, key, i % 5, i, i);
      assertThat(items.create("[\"" + key + "\"]", body).statusCode()).isEqualTo(201);
    }
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  private static HttpResponse<String> query(String text, String... headers) {
    return query(items, text, headers);
  }

  private static HttpResponse<String> query(SqlItems items, String text, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("x-ms-documentdb-isquery", "True"));
    all.addAll(List.of("Content-Type", "application/query+json"));
    return items.post(
        "{\"query\":\"%s\"}".formatted(text.replace("\"", "\\\"")), all.toArray(String[]::new));
  }

  private static HttpResponse<String> everywhere(String text, String... headers) {
    return everywhere(items, text, headers);
  }

  private static HttpResponse<String> everywhere(SqlItems items, String text, String... headers) {
    List<String> all = new ArrayList<>(List.of(headers));
    all.addAll(List.of("x-ms-documentdb-query-enablecrosspartition", "True"));
    return query(items, text, all.toArray(String[]::new));
  }

  private static void refused(int status, String part, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(part);
  }

  private static String documents(HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    String body = answer.body();
    return body.substring(body.indexOf("\"Documents\":") + 12, body.lastIndexOf(",\"_count\""));
  }

  private static String header(HttpResponse<String> answer, String name) {
    return answer.headers().firstValue(name).orElse("");
  }

  @Test
  void manyPartitionsMustBeAskedForOnPurpose() {
    refused(400, "Cross partition query is required but disabled", query("SELECT * FROM c"));
    assertThat(documents(query("SELECT VALUE COUNT(1) FROM c WHERE c.pk = 'k1'")))
        .isEqualTo("[10]");
    assertThat(documents(query("SELECT VALUE COUNT(1) FROM c", SqlItems.KEY, "[\"k2\"]")))
        .isEqualTo("[10]");
    assertThat(documents(everywhere("SELECT VALUE COUNT(1) FROM c"))).isEqualTo("[40]");
  }

  @Test
  void orderNeedsAnIndex() {
    assertThat(documents(everywhere("SELECT TOP 3 VALUE c.b FROM c ORDER BY c.b DESC")))
        .isEqualTo("[39,38,37]");
    assertThat(documents(everywhere("SELECT TOP 3 VALUE c.b FROM c ORDER BY c.a, c.b DESC")))
        .isEqualTo("[35,30,25]");
    assertThat(documents(everywhere("SELECT TOP 3 VALUE c.b FROM c ORDER BY c.a DESC, c.b")))
        .isEqualTo("[4,9,14]");
    refused(400, "composite index", everywhere("SELECT * FROM c ORDER BY c.a, c.b"));
    refused(400, "excluded from the index", everywhere("SELECT * FROM c ORDER BY c.dark"));
    assertThat(documents(everywhere("SELECT VALUE c.b FROM c WHERE c.dark = 7"))).isEqualTo("[7]");
  }

  @Test
  void containersWithoutAnIndexAreScanned() {
    SqlItems plain = SqlItems.create(DOOR.http(), "plain", UNINDEXED);
    plain.create("[\"k\"]", "{\"id\":\"1\",\"pk\":\"k\",\"n\":1}");
    plain.create("[\"k\"]", "{\"id\":\"2\",\"pk\":\"k\",\"n\":2}");
    HttpResponse<String> found =
        everywhere(plain, "SELECT VALUE c.id FROM c WHERE c.n = 2", EXPLAIN, "true");
    assertThat(documents(found)).isEqualTo("[\"2\"]");
    assertThat(header(found, "x-orrery-explanation")).doesNotContain("index /n");
    refused(400, "excluded from the index", everywhere(plain, "SELECT * FROM c ORDER BY c.n"));
  }

  /// Items do not hold the second they were written in, the index has it all the same.
  @Test
  void theTimeOfTheLastWriteIsIndexed() {
    SqlItems timed = SqlItems.create(DOOR.http(), "timed", TIMED);
    for (String id : List.of("a", "b", "c")) {
      timed.create("[\"k\"]", "{\"id\":\"%s\",\"pk\":\"k\",\"n\":1}".formatted(id));
    }
    long first = written(timed.read("[\"k\"]", "c"));
    Awaitility.await()
        .until(
            () ->
                written(timed.replace("[\"k\"]", "b", "{\"id\":\"b\",\"pk\":\"k\",\"n\":1}"))
                    > first + 1);
    HttpResponse<String> newest =
        everywhere(timed, "SELECT TOP 1 VALUE c.id FROM c ORDER BY c._ts DESC", EXPLAIN, "true");
    assertThat(documents(newest)).isEqualTo("[\"b\"]");
    assertThat(header(newest, "x-orrery-explanation")).contains("index /_ts/? in its order");
    assertThat(
            documents(
                everywhere(
                    timed, "SELECT VALUE c.id FROM c ORDER BY c.n, c._ts DESC OFFSET 0 LIMIT 1")))
        .isEqualTo("[\"b\"]");
    HttpResponse<String> later =
        everywhere(timed, "SELECT VALUE c.id FROM c WHERE c._ts > " + (first + 1), EXPLAIN, "true");
    assertThat(documents(later)).isEqualTo("[\"b\"]");
    assertThat(header(later, "x-orrery-explanation")).contains("index /_ts/? (");
    assertThat(documents(everywhere(timed, "SELECT VALUE MIN(c._ts) FROM c")))
        .isEqualTo("[" + written(timed.read("[\"k\"]", "a")) + "]");
  }

  private static long written(HttpResponse<String> item) {
    Matcher time = Pattern.compile("\"_ts\":(\\d+)").matcher(item.body());
    assertThat(time.find()).as(item.body()).isTrue();
    return Long.parseLong(time.group(1));
  }

  @Test
  void shapesLieOnAPlaneWhereTheContainerSaysSo() {
    SqlItems planned = SqlItems.create(DOOR.http(), "planned", PLANE);
    planned.create(
        "[\"k\"]",
        "{\"id\":\"a\",\"pk\":\"k\",\"at\":{\"type\":\"Point\",\"coordinates\":[300,400]}}");
    String origin = "{'type':'Point','coordinates':[0,0]}";
    assertThat(
            documents(everywhere(planned, "SELECT VALUE ST_DISTANCE(c.at, " + origin + ") FROM c")))
        .isEqualTo("[500]");
    assertThat(
            documents(
                everywhere("SELECT VALUE ST_ISVALID({'type':'Point','coordinates':[300,400]})")))
        .isEqualTo("[false]");
    String patch =
        "{\"condition\":\"FROM c WHERE ST_DISTANCE(c.at, %s) < 501\",\"operations\":[{\"op\":\"set\",\"path\":\"/x\",\"value\":1}]}"
            .formatted(origin);
    assertThat(planned.patch("[\"k\"]", "a", patch).statusCode()).isEqualTo(200);
  }

  @Test
  void computedPropertiesAreLikeOthers() {
    assertThat(documents(everywhere("SELECT VALUE c.b FROM c WHERE c.sum = 43"))).isEqualTo("[39]");
    assertThat(documents(everywhere("SELECT TOP 2 c.sum FROM c ORDER BY c.sum DESC")))
        .isEqualTo("[{\"sum\":43},{\"sum\":41}]");
    assertThat(documents(everywhere("SELECT VALUE MAX(c.sum) FROM c"))).isEqualTo("[43]");
  }

  @Test
  void whatIsWrongIsSaidWithItsPlace() {
    refused(400, "SC1001", everywhere("SELECT * FRM c"));
    refused(400, "SC2001", everywhere("SELECT d.x FROM c"));
    refused(400, "SC2005", everywhere("SELECT NOPE(c.x) FROM c"));
    refused(400, "another query", resumed());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          SELECT TOP 2 c.id FROM c ORDER BY VectorDistance(c.e, [1, 0])  | VectorDistance
          SELECT VectorDistance(c.e, [1, 0]) AS d FROM c                 | VectorDistance
          SELECT TOP 2 * FROM c ORDER BY RANK FullTextScore(c.a, 'x')    | ORDER BY RANK
          SELECT * FROM c WHERE FullTextContains(c.a, 'x')               | FullTextContains
          """)
  void searchByRelevanceIsRefusedInPlansAndRuns(String text, String name) {
    refused(501, name, everywhere(text));
    refused(501, name, everywhere(text, "x-ms-cosmos-is-query-plan-request", "True"));
  }

  private static HttpResponse<String> resumed() {
    String token =
        header(everywhere("SELECT * FROM c", "x-ms-max-item-count", "3"), "x-ms-continuation");
    assertThat(token).isNotEmpty();
    return everywhere("SELECT c.id FROM c", "x-ms-continuation", token);
  }

  /// As SDKs do that merge ranges: behind the last row with a filter of their own.
  @Test
  void anOrderGoesOnWithAnotherFilter() {
    HttpResponse<String> first =
        everywhere("SELECT VALUE c.b FROM c WHERE (true) ORDER BY c.b", "x-ms-max-item-count", "2");
    assertThat(documents(first)).isEqualTo("[0,1]");
    String token = header(first, "x-ms-continuation");
    assertThat(token).matches("\\{\"token\":\"[^\"]+\"}");
    String[] next = {"x-ms-max-item-count", "2", "x-ms-continuation", token};
    assertThat(documents(everywhere("SELECT VALUE c.b FROM c WHERE c.b >= 1 ORDER BY c.b", next)))
        .isEqualTo("[2,3]");
    assertThat(documents(everywhere("SELECT VALUE c.b FROM c WHERE c.b > 7 ORDER BY c.b", next)))
        .isEqualTo("[8,9]");
    refused(
        400,
        "Invalid Continuation Token",
        everywhere("SELECT VALUE c.b FROM c ORDER BY c.b DESC", next));
    for (String wrong : List.of("x", "{}", "{\"token\":1}", "[]", "{\"token\":\"x\"}")) {
      refused(
          400,
          "Invalid Continuation Token",
          everywhere("SELECT * FROM c", "x-ms-continuation", wrong));
    }
  }

  @Test
  void plansAreHandedOut() {
    HttpResponse<String> plan =
        everywhere(
            "SELECT * FROM c WHERE c.pk = 'k1' ORDER BY c.b",
            "x-ms-cosmos-is-query-plan-request",
            "True",
            "x-ms-cosmos-supported-query-features",
            "OrderBy, MultipleOrderBy");
    assertThat(plan.statusCode()).as(plan.body()).isEqualTo(200);
    assertThat(plan.body())
        .contains("\"orderBy\":[\"Ascending\"]", "\"isMaxInclusive\":true", "rewrittenQuery");
  }

  @Test
  void metricsSayWhatWasRead() {
    HttpResponse<String> answer =
        everywhere(
            "SELECT * FROM c WHERE c.b = 7",
            "x-ms-documentdb-populatequerymetrics",
            "true",
            "x-ms-cosmos-populateindexmetrics",
            "true",
            EXPLAIN,
            "true");
    assertThat(header(answer, "x-ms-documentdb-query-metrics"))
        .contains("retrievedDocumentCount=1;", "outputDocumentCount=1;");
    assertThat(
            new String(
                Base64.getDecoder().decode(header(answer, "x-ms-cosmos-index-utilization")),
                StandardCharsets.UTF_8))
        .contains("\"IndexSpec\":\"/b/?\"");
    assertThat(header(answer, "x-orrery-explanation")).contains("index /b/? = 7");
  }

  @Test
  void everyPartitionSaysWhatItReadGaveAndCost() {
    HttpResponse<String> answer =
        everywhere(
            "SELECT * FROM c WHERE c.b >= 7",
            "x-ms-documentdb-populatequerymetrics",
            "true",
            EXPLAIN,
            "true");
    double returned = sum(answer, "returned");
    assertThat(returned).isPositive().isEqualTo(sum(answer, "items"));
    assertThat(header(answer, "x-ms-item-count")).isEqualTo(Integer.toString((int) returned));
    assertThat(sum(answer, "requestUnits"))
        .isCloseTo(Double.parseDouble(header(answer, "x-ms-request-charge")), within(0.011));
    assertThat(sum(answer, "milliseconds")).isPositive();
  }

  private static double sum(HttpResponse<String> answer, String member) {
    Value.Document explanation =
        (Value.Document) Json.parse(header(answer, "x-orrery-explanation"));
    return ((Value.Array) explanation.property("partitions"))
        .elements().stream()
            .map(each -> Json.text(((Value.Document) each).property(member)))
            .mapToDouble(Double::parseDouble)
            .sum();
  }

  @Test
  void metricsSayHowLongThePhasesTook() {
    Map<String, Double> scan = metrics("SELECT c.a + 0 AS scanned FROM c WHERE c.dark >= 0");
    assertThat(scan.get("queryCompileTimeInMs")).isPositive();
    assertThat(scan.get("documentLoadTimeInMs")).isPositive();
    assertThat(scan.get("indexLookupTimeInMs")).isZero();
    Map<String, Double> found = metrics("SELECT * FROM c WHERE c.a >= 1 AND c.a <= 3 ORDER BY c.a");
    assertThat(found.get("indexLookupTimeInMs")).isPositive();
    assertThat(found.get("documentLoadTimeInMs")).isPositive();
    for (Map<String, Double> each : List.of(scan, found)) {
      double parts =
          millis(each, "indexLookupTimeInMs")
              + millis(each, "documentLoadTimeInMs")
              + millis(each, "writeOutputTimeInMs");
      assertThat(each.get("VMExecutionTimeInMs")).isGreaterThanOrEqualTo(parts - ROUNDING);
      assertThat(each.get("totalExecutionTimeInMs"))
          .isGreaterThanOrEqualTo(
              millis(each, "VMExecutionTimeInMs")
                  + millis(each, "queryCompileTimeInMs")
                  - ROUNDING);
    }
  }

  private static double millis(Map<String, Double> metrics, String name) {
    return Objects.requireNonNull(metrics.get(name), name);
  }

  private static Map<String, Double> metrics(String text) {
    HttpResponse<String> answer = everywhere(text, "x-ms-documentdb-populatequerymetrics", "true");
    Map<String, Double> metrics = new HashMap<>();
    Matcher each = METRIC.matcher(header(answer, "x-ms-documentdb-query-metrics"));
    while (each.find()) {
      metrics.put(each.group(1), Double.valueOf(each.group(2)));
    }
    return metrics;
  }

  @Test
  void subqueriesHaveNoOrder() {
    refused(
        400,
        "'ORDER BY' is not supported in subqueries.",
        everywhere("SELECT VALUE ARRAY(SELECT VALUE t FROM t IN c.tags ORDER BY t) FROM c"));
  }

  @Test
  void groupsComeInTheOrderOfTheirKeys() {
    String text = "SELECT VALUE c.a FROM c GROUP BY c.a ORDER BY c.a DESC";
    String descending = documents(everywhere(text));
    assertThat(documents(everywhere(text.replace(" DESC", ""))))
        .isNotEqualTo(descending)
        .isEqualTo(reversed(descending));
    refused(400, "expressions of GROUP BY", everywhere(text.replace("c.a DESC", "c.b")));
    refused(
        400, "COUNT can only be used in SELECT", everywhere(text.replace("c.a DESC", "COUNT(1)")));
    String[] plan = {"x-ms-cosmos-is-query-plan-request", "True"};
    refused(501, "GROUP BY with ORDER BY", everywhere(text, plan));
    assertThat(
            query(
                    text,
                    "x-ms-cosmos-is-query-plan-request",
                    "True",
                    "x-ms-documentdb-partitionkey",
                    "[\"k1\"]")
                .body())
        .contains("\"groupByExpressions\":[]", "\"rewrittenQuery\":\"\"");
  }

  @Test
  void clientsWithPlansGetOneInPlaceOfAggregates() {
    String text = "SELECT c.a, COUNT(1) AS n FROM c GROUP BY c.a";
    String[] able = {
      "x-ms-cosmos-supported-query-features", "NonValueAggregate, GroupBy, Aggregate, OrderBy"
    };
    SqlItems spread =
        SqlItems.create(DOOR.http(), "spread", DEFINITION, "x-ms-offer-throughput", "20000");
    HttpResponse<String> refusal = everywhere(spread, text, able);
    refused(400, "\"additionalErrorInfo\":\"{", refusal);
    assertThat(refusal.body()).contains("\\\"groupByExpressions\\\":[\\\"c.a\\\"]");
    assertThat(header(refusal, "x-ms-substatus")).isEqualTo("1004");
    refused(400, "additionalErrorInfo", everywhere(spread, "SELECT VALUE COUNT(1) FROM c", able));
    assertThat(documents(everywhere(spread, text))).as("no word of plans").isEqualTo("[]");
    assertThat(documents(everywhere(text, able))).as("one range").contains("\"n\":");
    for (String served :
        List.of(
            "SELECT * FROM c ORDER BY c.a",
            text + " ORDER BY c.a",
            "SELECT COUNTIF(c.a) FROM c GROUP BY c.b",
            text.replace("GROUP", "WHERE c.pk = 'k1' GROUP"))) {
      assertThat(documents(everywhere(spread, served, able))).as(served).isEqualTo("[]");
    }
    assertThat(
            documents(
                query(spread, text, able[0], able[1], "x-ms-documentdb-partitionkey", "[\"k1\"]")))
        .isEqualTo("[]");
  }

  /// A list of numbers from its end.
  private static String reversed(String numbers) {
    List<String> each = List.of(numbers.substring(1, numbers.length() - 1).split(","));
    return "[" + String.join(",", each.reversed()) + "]";
  }
}
