// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.testkit.SqlHttp;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// The SQL API's metadata by hand-made requests: headers, conditions, limits, and input that no SDK
/// sends.
class MetadataRequestsTest {
  private static final String IS_QUERY = "x-ms-documentdb-isquery";
  private static final String WELL_KNOWN_DATE = "Thu, 27 Apr 2017 00:51:12 GMT";

  private static final DoorBed DOOR = new DoorBed();
  private static SqlHttp http;

  @BeforeAll
  static void start() {
    http = DOOR.http();
    assertThat(http.post("/dbs", "{\"id\":\"db\"}").statusCode()).isEqualTo(201);
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  /// Creates a container and returns its rid.
  private static String container(String name, Map<String, String> headers) {
    String body =
        "{\"id\":\"%s\",\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2}}".formatted(name);
    HttpResponse<String> created = http.send("POST", "/dbs/db/colls", body, headers);
    assertThat(created.statusCode()).as(created.body()).isEqualTo(201);
    return member(created.body(), "_rid");
  }

  /// The text of a member, wherever it is.
  private static String member(String json, String name) {
    Matcher matcher = Pattern.compile("\"" + name + "\":\"((?:[^\"\\\\]|\\\\.)*)\"").matcher(json);
    assertThat(matcher.find()).as("%s in %s", name, json).isTrue();
    return matcher.group(1).replace("\\\"", "\"");
  }

  private static void refused(int status, String text, HttpResponse<String> answer) {
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
    assertThat(answer.body()).contains(text).contains("ActivityId: ");
    assertThat(answer.headers().firstValue("x-ms-activity-id")).isPresent();
  }

  @Test
  void activityIdIsTheClientsOwn() {
    String id = "11111111-2222-3333-4444-555555555555";
    HttpResponse<String> answer = http.send("GET", "/dbs/db", "", Map.of("x-ms-activity-id", id));
    assertThat(answer.headers().firstValue("x-ms-activity-id")).hasValue(id);
    assertThat(answer.headers().firstValue("x-ms-request-charge")).isPresent();
    assertThat(answer.headers().firstValue("x-ms-serviceversion")).isPresent();
  }

  @Test
  void signaturesAreRequiredAndExplained() {
    refused(401, "authorization", http.unsigned("GET", "/dbs", Map.of()));
    refused(401, "type=", http.unsigned("GET", "/dbs", Map.of("authorization", "nonsense")));
    refused(
        401,
        "aad",
        http.unsigned("GET", "/dbs", Map.of("authorization", "type%3Daad%26ver%3D1.0%26sig%3Dx")));
    refused(
        401,
        "resource token",
        http.unsigned(
            "GET", "/dbs", Map.of("authorization", "type=resource&ver=1&sig=YQ==;YQ==;")));
    refused(
        401,
        "Server used the following payload to sign: 'get\\ndbs\\ndbs/db\\n",
        DOOR.http("AAAA").get("/dbs/db"));
    refused(
        403,
        "15 minutes",
        http.send(
            "GET",
            "/dbs",
            "",
            Map.of(
                "x-ms-date",
                WELL_KNOWN_DATE,
                "authorization",
                http.authorization("GET", "/dbs", WELL_KNOWN_DATE))));
    refused(401, "RFC 1123", http.send("GET", "/dbs", "", Map.of("x-ms-date", "yesterday")));
    refused(400, "percent", http.unsigned("GET", "/dbs", Map.of("authorization", "%zz")));
  }

  @Test
  void readOnlyKeyReadsAndQueries() {
    SqlHttp reader = DOOR.http(AccountKeys.Name.PRIMARY_READ_ONLY);
    assertThat(reader.get("/dbs/db").statusCode()).isEqualTo(200);
    HttpResponse<String> query =
        reader.send(
            "POST",
            "/dbs",
            "{\"query\":\"SELECT * FROM c WHERE c.id = 'db'\"}",
            Map.of("x-ms-documentdb-isquery", "True"));
    assertThat(query.body()).contains("\"_count\":1");
    refused(403, "read-only", reader.post("/dbs", "{\"id\":\"never\"}"));
    refused(403, "read-only", reader.send("DELETE", "/dbs/db", "", Map.of()));
  }

  @Test
  void namesAndRidsAreTheSameAddress() {
    String rid = container("addressed", Map.of());
    String database = member(http.get("/dbs/db").body(), "_rid");
    String byRid = http.get("/dbs/" + database + "/colls/" + rid).body();
    assertThat(byRid).isEqualTo(http.get("/dbs//db/colls/addressed/").body());
  }

  @Test
  void conditionsAreKept() {
    container("conditions", Map.of());
    String path = "/dbs/db/colls/conditions";
    String etag = http.get(path).headers().firstValue("etag").orElseThrow();
    HttpResponse<String> unchanged = http.send("GET", path, "", Map.of("If-None-Match", etag));
    assertThat(unchanged.statusCode()).isEqualTo(304);
    assertThat(unchanged.body()).isEmpty();
    refused(412, "etag", http.send("DELETE", path, "", Map.of("If-Match", "\"other\"")));
    assertThat(http.send("DELETE", path, "", Map.of("If-Match", etag)).statusCode()).isEqualTo(204);
    refused(404, "no container", http.get(path));
    HttpResponse<String> orphan = http.get("/dbs/nothing/colls/any");
    refused(404, "no database", orphan);
    assertThat(orphan.headers().firstValue("x-ms-substatus")).hasValue("1003");
  }

  @Test
  void rangesAreAnIncrementalFeed() {
    container("ranges", Map.of());
    String path = "/dbs/db/colls/ranges/pkranges";
    Map<String, String> incremental = Map.of("A-IM", "Incremental Feed");
    HttpResponse<String> first = http.send("GET", path, "", incremental);
    String etag = first.headers().firstValue("etag").orElseThrow();
    assertThat(first.body()).contains("\"_count\":1");
    assertThat(first.headers().firstValue("x-ms-alt-content-path")).hasValue("dbs/db/colls/ranges");
    Map<String, String> next = Map.of("A-IM", "Incremental Feed", "If-None-Match", etag);
    assertThat(http.send("GET", path, "", next).statusCode()).isEqualTo(304);

    DOOR.split("db", "ranges", 0);
    DOOR.split("db", "ranges", 2);
    HttpResponse<String> changed = http.send("GET", path, "", next);
    assertThat(changed.body())
        .contains("\"_count\":3")
        .contains("\"parents\":[\"0\"]")
        .contains("\"parents\":[\"0\",\"2\"]");
    assertThat(http.get(path + "/4").body()).contains("\"id\":\"4\"");
    refused(404, "no range 0", http.get(path + "/0"));
  }

  @Test
  void throughputMigratesAndHasAMinimum() {
    String rid = container("migrating", Map.of("x-ms-offer-throughput", "1500"));
    String offer = "/offers/" + offerOf(rid);
    String document = http.get(offer).body();
    refused(400, "migration", http.send("PUT", offer, autoscaled(2000), Map.of()));
    String autoscale =
        http.send("PUT", offer, document, Map.of("x-ms-cosmos-migrate-offer-to-autopilot", "true"))
            .body();
    assertThat(autoscale).contains("\"maxThroughput\":2000");
    assertThat(http.send("PUT", offer, autoscaled(5000), Map.of()).body())
        .contains("\"maxThroughput\":5000");
    String manual =
        http.send(
                "PUT",
                offer,
                document,
                Map.of("x-ms-cosmos-migrate-offer-to-manual-throughput", "true"))
            .body();
    assertThat(manual).contains("\"offerThroughput\":5000").doesNotContain("maxThroughput");
    HttpResponse<String> low =
        http.send("PUT", offer, "{\"content\":{\"offerThroughput\":100}}", Map.of());
    refused(400, "minimum of 400", low);
    assertThat(http.get(offer).headers().firstValue("x-ms-cosmos-min-throughput")).hasValue("400");
  }

  private static String autoscaled(int max) {
    return "{\"content\":{\"offerThroughput\":400,\"offerAutopilotSettings\":{\"maxThroughput\":%d}}}"
        .formatted(max);
  }

  /// As the Java SDK asks for it.
  private static String offerOf(String rid) {
    HttpResponse<String> found =
        http.send(
            "POST",
            "/offers",
            """
            {"query":"select * from c where c.offerResourceId = @resourceId",
             "parameters":[{"name":"@resourceId","value":"%s"}]}\
            """
                .formatted(rid),
            Map.of("x-ms-documentdb-isquery", "true", "Content-Type", "application/query+json"));
    assertThat(found.body()).contains("\"_count\":1");
    return member(found.body(), "id");
  }

  @Test
  void moreThroughputSplitsUntilItIsServed() {
    String rid = container("growing", Map.of());
    String offer = "/offers/" + offerOf(rid);
    HttpResponse<String> replaced =
        http.send("PUT", offer, "{\"content\":{\"offerThroughput\":50000}}", Map.of());
    assertThat(replaced.statusCode()).isEqualTo(200);
    await()
        .atMost(Duration.ofSeconds(20))
        .until(() -> http.get(offer).headers().firstValue("x-ms-offer-replace-pending").isEmpty());
    assertThat(http.get("/dbs/db/colls/growing/pkranges").body()).contains("\"_count\":5");
    refused(
        400,
        "minimum of 500",
        http.send("PUT", offer, "{\"content\":{\"offerThroughput\":400}}", Map.of()));
  }

  @Test
  void whatIsNotSupportedSaysSo() {
    refused(501, "gateway mode", http.get("/addresses"));
    container("limited", Map.of());
    for (String unsupported :
        List.of(
            "\"indexingPolicy\":{\"automatic\":false}",
            "\"indexingPolicy\":{\"indexingMode\":\"lazy\"}",
            "\"analyticalStorageTtl\":-1",
            "\"materializedViewDefinition\":{}",
            "\"partitionKey\":{\"paths\":[\"/a\"],\"kind\":\"Range\"}")) {
      refused(
          501, "Not supported", http.post("/dbs/db/colls", "{\"id\":\"x\"," + unsupported + "}"));
    }
  }

  @Test
  void everyFeedCanBeQueried() {
    container("queried", Map.of());
    assertThat(query("/dbs", "SELECT VALUE d.id FROM d WHERE d.id = 'db'")).contains("[\"db\"]");
    assertThat(query("/dbs/db/colls", "SELECT c.id FROM c WHERE c.id LIKE 'quer%' ORDER BY c.id"))
        .contains("[{\"id\":\"queried\"}]");
    String offers = http.get("/offers").body();
    int count = offers.split("\"offerVersion\":\"V2\"", -1).length - 1;
    assertThat(count).isPositive();
    assertThat(query("/offers", "SELECT VALUE COUNT(1) FROM o WHERE o.offerVersion = 'V2'"))
        .contains("[" + count + "]");
    assertThat(query("/offers", "SELECT VALUE COUNT(1) FROM o WHERE o.offerVersion = 'V1'"))
        .contains("[0]");
    refused(
        400,
        "SC1002",
        http.send("POST", "/dbs", "{\"query\":\"SELECT\"}", Map.of(IS_QUERY, "true")));
  }

  private static String query(String feed, String text) {
    String body = "{\"query\":\"%s\"}".formatted(text);
    var answer = http.send("POST", feed, body, Map.of(IS_QUERY, "true"));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
    return answer.body();
  }

  @Test
  void wrongDefinitionsAreRefused() {
    for (String wrong :
        List.of(
            "\"partitionKey\":{\"paths\":[]}",
            "\"partitionKey\":{\"paths\":[\"pk\"]}",
            "\"partitionKey\":{\"paths\":[\"/a\"],\"version\":3}",
            "\"partitionKey\":{\"paths\":[\"/a\",\"/b\",\"/c\",\"/d\"],\"kind\":\"MultiHash\"}",
            "\"partitionKey\":7",
            "\"defaultTtl\":0",
            "\"defaultTtl\":\"1\"",
            "\"indexingPolicy\":{\"indexingMode\":\"sometimes\"}",
            "\"indexingPolicy\":{\"includedPaths\":[{\"path\":\"/a/?\"}],\"excludedPaths\":[]}",
            "\"indexingPolicy\":{\"compositeIndexes\":[[{\"path\":\"/a\"}]]}",
            "\"indexingPolicy\":{\"vectorIndexes\":[{\"path\":\"/v\",\"type\":\"flat\"}]}",
            "\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[]}]}",
            "\"computedProperties\":[{\"name\":\"id\",\"query\":\"SELECT VALUE 1\"}]",
            "\"conflictResolutionPolicy\":{\"mode\":\"Dice\"}")) {
      HttpResponse<String> answer = http.post("/dbs/db/colls", "{\"id\":\"w\"," + wrong + "}");
      assertThat(answer.statusCode()).as("%s: %s", wrong, answer.body()).isEqualTo(400);
    }
  }

  @Test
  void hostileInputGetsAnError() {
    refused(400, "malformed", http.post("/dbs", "{\"id\":"));
    refused(400, "JSON object", http.post("/dbs", "[]"));
    refused(400, "'id' is missing", http.post("/dbs", "{}"));
    refused(400, "must be a string", http.post("/dbs", "{\"id\":1}"));
    refused(400, "contains the character", http.post("/dbs", "{\"id\":\"a/b\"}"));
    refused(400, "255", http.post("/dbs", "{\"id\":\"" + "x".repeat(256) + "\"}"));
    refused(400, "nests", http.post("/dbs", "[".repeat(100_000)));
    refused(405, "PATCH", http.send("PATCH", "/dbs/db", "", Map.of()));
    refused(404, "no resource", http.get("/nothing/here"));
    refused(404, "no database", http.get("/dbs/..%2f..%2fetc"));
    refused(400, "whole number", http.send("GET", "/dbs", "", Map.of("x-ms-max-item-count", "x")));
    refused(
        400,
        "Invalid Continuation Token",
        http.send("GET", "/dbs", "", Map.of("x-ms-continuation", "*")));
    refused(
        400,
        "must be from",
        http.send("POST", "/dbs", "{\"id\":\"t\"}", Map.of("x-ms-offer-throughput", "1")));
    refused(
        400,
        "maxThroughput",
        http.send(
            "POST",
            "/dbs",
            "{\"id\":\"t\"}",
            Map.of("x-ms-cosmos-offer-autopilot-settings", "{}")));
    refused(404, "no offer", http.get("/offers/AAAA"));
  }

  @Test
  void permissionsReachNoFurtherThanTheySay() {
    container("granted", Map.of());
    container("other", Map.of());
    http.post("/dbs/db/users", "{\"id\":\"guest\"}");
    String permissions = "/dbs/db/users/guest/permissions";
    HttpResponse<String> created =
        http.post(
            permissions,
            "{\"id\":\"p\",\"permissionMode\":\"All\",\"resource\":\"dbs/db/colls/granted\"}");
    String token = member(created.body(), "_token");
    Map<String, String> guest =
        Map.of("authorization", token.replace("=", "%3D").replace("&", "%26").replace("+", "%2B"));
    assertThat(http.unsigned("GET", "/", guest).statusCode()).isEqualTo(200);
    assertThat(http.unsigned("GET", "/dbs/db/colls/granted", guest).statusCode()).isEqualTo(200);
    assertThat(http.unsigned("GET", "/dbs/db/colls/granted/pkranges", guest).statusCode())
        .isEqualTo(200);
    refused(403, "another container", http.unsigned("GET", "/dbs/db/colls/other", guest));
    refused(403, "beyond", http.unsigned("GET", "/dbs", guest));
    refused(403, "change", http.unsigned("DELETE", "/dbs/db/colls/granted", guest));
    refused(
        400,
        "must be from 10 to 18000",
        http.send("GET", permissions + "/p", "", Map.of("x-ms-documentdb-expiry-seconds", "5")));
    refused(
        400,
        "container, an item or a script",
        http.post(
            permissions, "{\"id\":\"q\",\"permissionMode\":\"All\",\"resource\":\"dbs/db\"}"));
    assertThat(http.send("DELETE", permissions + "/p", "", Map.of()).statusCode()).isEqualTo(204);
    refused(403, "deleted", http.unsigned("GET", "/dbs/db/colls/granted", guest));
  }
}
