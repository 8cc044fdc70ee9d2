// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static io.orrery.testkit.sql.SqlItems.header;
import static io.orrery.testkit.sql.SqlItems.subStatus;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import java.net.http.HttpResponse;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Items by hand-made requests: what stands in the answers to the last header.
class ItemRequestsTest {
  private static final DoorBed DOOR = new DoorBed();
  private static SqlHttp client;
  private static SqlItems items;

  @BeforeAll
  static void start() {
    client = DOOR.http();
    items = SqlItems.create(client, "items");
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  private static void assertStatus(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }

  @Test
  void createdItemIsReadBackWithWhatTheServerAdds() {
    HttpResponse<String> created =
        items.create("[\"a\"]", "{\"pk\":\"a\",\"id\":\"1\",\"_ts\":5,\"n\":1.0,\"_self\":\"x\"}");
    assertStatus(created, 201);
    String etag = header(created, "etag");
    assertThat(etag).matches("\"[0-9a-f-]{36}\"");
    assertThat(created.body())
        .startsWith("{\"pk\":\"a\",\"id\":\"1\",\"n\":1,\"_rid\":\"")
        .matches(".*\"_self\":\"dbs/[^/]+/colls/[^/]+/docs/[^/]+/\".*\"_ts\":\\d{10}}")
        .contains("\"_etag\":\"" + etag.replace("\"", "\\\"") + "\"")
        .contains("\"_attachments\":\"attachments/\"");
    assertThat(header(created, "x-ms-alt-content-path")).isEqualTo("dbs/d/colls/items");
    assertThat(header(created, "x-ms-content-path")).hasSize(12);
    assertThat(header(created, "x-ms-session-token")).matches("0:-1#\\d+");
    assertThat(header(created, "x-ms-request-charge")).isEqualTo("6.29");

    HttpResponse<String> read = items.read("[\"a\"]", "1");
    assertStatus(read, 200);
    assertThat(read.body()).isEqualTo(created.body());
    assertThat(header(read, "etag")).isEqualTo(etag);
    assertThat(header(read, "x-ms-request-charge")).isEqualTo("1");
    assertStatus(items.read("[\"b\"]", "1"), 404);
    assertThat(header(items.read("[\"b\"]", "1"), "x-ms-session-token")).isNotEmpty();
    assertStatus(items.read("[\"a\"]", "1", "If-None-Match", etag), 304);
  }

  /// SDKs take the number 0 in a rid for "no item", and 1 is the LSN of the container's own
  /// creation.
  @Test
  void theFirstItemOfAContainerHasTheNumberOne() {
    SqlItems fresh = SqlItems.create(client, "fresh");
    HttpResponse<String> created = fresh.create("[\"a\"]", "{\"pk\":\"a\",\"id\":\"1\"}");
    assertStatus(created, 201);
    assertThat(header(created, "x-ms-session-token")).isEqualTo("0:-1#2");
    assertThat(header(created, "lsn")).isEqualTo("2");
    String self = created.body().replaceAll(".*\"_self\":\"([^\"]+)/\".*", "$1");
    String rid = self.substring(self.lastIndexOf('/') + 1);
    byte[] number = Base64.getDecoder().decode(rid.replace('-', '/'));
    assertThat(Arrays.copyOfRange(number, 8, 16)).isEqualTo(new byte[] {1, 0, 0, 0, 0, 0, 0, 0});
    HttpResponse<String> read = client.sendByRid("GET", "/" + self, rid, SqlItems.KEY, "[\"a\"]");
    assertStatus(read, 200);
    assertThat(read.body()).isEqualTo(created.body());
  }

  @Test
  void nothingIsFree() {
    String wrongKey =
        "[{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"free\",\"pk\":\"other\"}}]";
    for (HttpResponse<String> answer :
        List.of(
            items.batch("[\"a\"]", wrongKey),
            items.create("[\"a\"]", "{\"pk\":\"b\",\"id\":\"free\"}"),
            items.read("[\"a\"]", "free"),
            items.delete("[\"a\"]", "free"))) {
      assertThat(answer.statusCode()).as(answer.body()).isNotEqualTo(200);
      assertThat(Double.parseDouble(header(answer, "x-ms-request-charge")))
          .as(answer.body())
          .isPositive();
    }
  }

  @Test
  void secondCreateConflictsAndUpsertReplaces() {
    assertStatus(items.create("[\"c\"]", "{\"id\":\"1\",\"pk\":\"c\"}"), 201);
    assertStatus(items.create("[\"c\"]", "{\"id\":\"1\",\"pk\":\"c\"}"), 409);
    assertStatus(items.upsert("[\"c\"]", "{\"id\":\"1\",\"pk\":\"c\",\"v\":2}"), 200);
    assertStatus(items.upsert("[\"c\"]", "{\"id\":\"2\",\"pk\":\"c\"}"), 201);
    assertThat(items.read("[\"c\"]", "1").body()).contains("\"v\":2");
    HttpResponse<String> minimal =
        items.upsert("[\"c\"]", "{\"id\":\"1\",\"pk\":\"c\"}", "Prefer", "return=minimal");
    assertStatus(minimal, 200);
    assertThat(minimal.body()).isEmpty();
    assertThat(header(minimal, "etag")).isNotEmpty();
  }

  @Test
  void writesHeedEtags() {
    String etag = header(items.create("[\"e\"]", "{\"id\":\"1\",\"pk\":\"e\"}"), "etag");
    String body = "{\"id\":\"1\",\"pk\":\"e\",\"v\":1}";
    assertStatus(items.replace("[\"e\"]", "1", body, "If-Match", "\"other\""), 412);
    assertStatus(items.replace("[\"e\"]", "1", body, "If-Match", etag), 200);
    assertStatus(items.replace("[\"e\"]", "1", body, "If-Match", etag), 412);
    assertStatus(items.upsert("[\"e\"]", body, "If-Match", etag), 412);
    assertStatus(items.upsert("[\"e\"]", "{\"id\":\"new\",\"pk\":\"e\"}", "If-Match", etag), 201);
    assertStatus(items.delete("[\"e\"]", "1", "If-Match", etag), 412);
    assertStatus(items.delete("[\"e\"]", "1", "If-Match", "*"), 204);
    assertStatus(items.delete("[\"e\"]", "1"), 404);
    assertStatus(items.replace("[\"e\"]", "1", body), 404);
  }

  @Test
  void replaceMayRenameButNotMoveAnItem() {
    assertStatus(items.create("[\"r\"]", "{\"id\":\"old\",\"pk\":\"r\"}"), 201);
    assertStatus(items.replace("[\"r\"]", "old", "{\"id\":\"new\",\"pk\":\"r\"}"), 200);
    assertStatus(items.read("[\"r\"]", "old"), 404);
    assertStatus(items.read("[\"r\"]", "new"), 200);
    HttpResponse<String> moved =
        items.replace("[\"r\"]", "new", "{\"id\":\"new\",\"pk\":\"elsewhere\"}");
    assertStatus(moved, 400);
    assertThat(subStatus(moved)).isEqualTo("1001");
  }

  @Test
  void partitionKeysOfEveryTypeAreTheOnesInTheItem() {
    String[][] keys = {
      {"[1.0]", "\"pk\":1"},
      {"[null]", "\"pk\":null"},
      {"[true]", "\"pk\":true"},
      {"[{}]", "\"other\":1"},
      {"[]", "\"pk\":{\"not\":\"scalar\"}"},
      {"[\"\\u00fc\"]", "\"pk\":\"ü\""},
    };
    for (int i = 0; i < keys.length; i++) {
      String id = "key" + i;
      String body = "{\"id\":\"%s\",%s}".formatted(id, keys[i][1]);
      assertStatus(items.create(keys[i][0], body), 201);
      assertStatus(items.read(keys[i][0], id), 200);
    }
    assertStatus(items.post("{\"id\":\"implied\",\"pk\":\"i\"}"), 201);
    assertStatus(items.read("[\"i\"]", "implied"), 200);
    assertThat(subStatus(items.create("[\"x\"]", "{\"id\":\"1\",\"pk\":\"y\"}"))).isEqualTo("1001");
    assertStatus(items.create("[\"x\",\"y\"]", "{\"id\":\"1\",\"pk\":\"x\"}"), 400);
    assertStatus(client.send("GET", items.container() + "/docs/implied", ""), 400);
  }

  @Test
  void hierarchicalKeysMayHaveNullAndMissingLevels() {
    SqlItems levels =
        SqlItems.create(
            client,
            "levels",
            "\"partitionKey\":{\"paths\":[\"/a\",\"/b\",\"/c\"],\"kind\":\"MultiHash\",\"version\":2}");
    assertStatus(levels.create("[\"t\",null,{}]", "{\"id\":\"1\",\"a\":\"t\",\"b\":null}"), 201);
    assertStatus(levels.create("[\"t\",2,{}]", "{\"id\":\"2\",\"a\":\"t\",\"b\":2}"), 201);
    assertStatus(levels.read("[\"t\",null,{}]", "1"), 200);
    assertStatus(levels.read("[\"t\",null]", "1"), 400);
    HttpResponse<String> prefix =
        client.send("GET", levels.container() + "/docs", "", SqlItems.KEY, "[\"t\"]");
    assertThat(prefix.body()).endsWith("\"_count\":2}");
  }

  @Test
  void idsMayHaveAnythingButABackslash() {
    for (String id :
        new String[] {"a b", "ü%25", "a+b", "..", "%", "日本", "a&b=c;d", "a?b", "a#b", "x "}) {
      String body = "{\"id\":\"%s\",\"pk\":\"ids\"}".formatted(id);
      assertStatus(items.create("[\"ids\"]", body), 201);
      if (!id.equals("..")) { // Clients themselves resolve that one.
        assertStatus(items.read("[\"ids\"]", id), 200);
      }
    }
    for (String id : new String[] {"a\\\\b", "", "x".repeat(1024)}) {
      String body = "{\"id\":\"%s\",\"pk\":\"ids\"}".formatted(id);
      assertStatus(items.create("[\"ids\"]", body), 400);
    }
    assertStatus(items.create("[\"ids\"]", "{\"pk\":\"ids\"}"), 400);
    assertStatus(items.create("[\"ids\"]", "{\"id\":5,\"pk\":\"ids\"}"), 400);
  }

  @Test
  void refusesBodiesThatAreNoItems() {
    assertStatus(items.create("[\"x\"]", "{\"id\":"), 400);
    assertStatus(items.create("[\"x\"]", "[1]"), 400);
    assertStatus(items.create("[\"x\"]", "{\"id\":\"1\",\"pk\":\"x\",\"ttl\":0}"), 400);
    assertStatus(
        items.create(
            "[\"x\"]",
            "{\"id\":\"1\",\"pk\":\"x\",\"d\":" + "[".repeat(200) + "]".repeat(200) + "}"),
        400);
    String large = "{\"id\":\"1\",\"pk\":\"x\",\"d\":\"%s\"}".formatted("x".repeat(3 << 20));
    assertStatus(items.create("[\"x\"]", large), 413);
  }

  @Test
  void sessionsSeeWhatTheyHaveSeen() {
    HttpResponse<String> created = items.create("[\"s\"]", "{\"id\":\"1\",\"pk\":\"s\"}");
    String token = header(created, "x-ms-session-token");
    assertStatus(items.read("[\"s\"]", "1", "x-ms-session-token", token), 200);
    HttpResponse<String> future =
        items.read("[\"s\"]", "1", "x-ms-session-token", "0:-1#999999999");
    assertStatus(future, 404);
    assertThat(subStatus(future)).isEqualTo("1002");
    assertThat(subStatus(items.read("[\"s\"]", "1", "x-ms-session-token", "0:7#1#3=1")))
        .isEqualTo("1002");
    assertStatus(
        items.read(
            "[\"s\"]",
            "1",
            "x-ms-session-token",
            "0:-1#999999999",
            "x-ms-consistency-level",
            "Eventual"),
        200);
    assertStatus(items.read("[\"s\"]", "1", "x-ms-consistency-level", "Strong"), 400);
  }

  private static List<Integer> ids(String body) {
    return Pattern.compile("\"id\":\"(\\d+)\"")
        .matcher(body)
        .results()
        .map(id -> Integer.valueOf(id.group(1)))
        .toList();
  }

  /// In the order of creation: few items are looked at by people.
  @Test
  void feedComesInPages() {
    SqlItems many = SqlItems.create(client, "many");
    for (int i = 0; i < 25; i++) {
      String key = "k" + i % 5;
      assertStatus(
          many.create("[\"%s\"]".formatted(key), "{\"id\":\"%d\",\"pk\":\"%s\"}".formatted(i, key)),
          201);
    }
    String continuation = "";
    int seen = 0;
    do {
      HttpResponse<String> page =
          client.send(
              "GET",
              many.container() + "/docs",
              "",
              "x-ms-max-item-count",
              "10",
              "x-ms-continuation",
              continuation);
      assertStatus(page, 200);
      int count = Integer.parseInt(header(page, "x-ms-item-count"));
      assertThat(page.body()).endsWith("\"_count\":" + count + "}");
      assertThat(ids(page.body())).isEqualTo(IntStream.range(seen, seen + count).boxed().toList());
      seen += count;
      continuation = header(page, "x-ms-continuation");
    } while (!continuation.isEmpty());
    assertThat(seen).isEqualTo(25);
    HttpResponse<String> one =
        client.send("GET", many.container() + "/docs", "", SqlItems.KEY, "[\"k1\"]");
    assertThat(header(one, "x-ms-item-count")).isEqualTo("5");
    HttpResponse<String> gone =
        client.send(
            "GET", many.container() + "/docs", "", "x-ms-documentdb-partitionkeyrangeid", "77");
    assertStatus(gone, 410);
    assertThat(subStatus(gone)).isEqualTo("1002");
  }

  @Test
  void numbersInKeysAreDoubles() {
    String body = "{\"id\":\"big\",\"pk\":1234567890123456789}";
    assertStatus(items.create("[1.23456789012345677E18]", body), 201);
    HttpResponse<String> read = items.read("[1234567890123456789]", "big");
    assertThat(read.body()).contains("\"pk\":1234567890123456789,");
  }

  @Test
  void itemIsFoundByItsRid() {
    HttpResponse<String> created = items.create("[\"rid\"]", "{\"id\":\"1\",\"pk\":\"rid\"}");
    String self = created.body().replaceAll(".*\"_self\":\"([^\"]*)/\".*", "/$1");
    String rid = self.substring(self.lastIndexOf('/') + 1);
    HttpResponse<String> read = client.sendByRid("GET", self, rid, SqlItems.KEY, "[\"rid\"]");
    assertStatus(read, 200);
    assertThat(read.body()).isEqualTo(created.body());
    assertStatus(client.sendByRid("GET", self, rid, SqlItems.KEY, "[\"other\"]"), 404);
  }

  @Test
  void itemsLiveAsLongAsTheySay() {
    SqlItems mortal =
        SqlItems.create(
            client,
            "mortal",
            "\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},\"defaultTtl\":-1");
    assertStatus(mortal.create("[\"a\"]", "{\"id\":\"1\",\"pk\":\"a\",\"ttl\":1}"), 201);
    assertStatus(mortal.create("[\"a\"]", "{\"id\":\"2\",\"pk\":\"a\"}"), 201);
    await().until(() -> mortal.read("[\"a\"]", "1").statusCode() == 404);
    assertStatus(mortal.read("[\"a\"]", "2"), 200);
  }

  @Test
  void wholePartitionKeyCanBeDeleted() {
    assertStatus(items.create("[\"gone\"]", "{\"id\":\"1\",\"pk\":\"gone\"}"), 201);
    assertStatus(items.create("[\"kept\"]", "{\"id\":\"1\",\"pk\":\"kept\"}"), 201);
    assertStatus(
        client.send(
            "POST",
            items.container() + "/operations/partitionkeydelete",
            "",
            SqlItems.KEY,
            "[\"gone\"]"),
        200);
    assertStatus(items.read("[\"gone\"]", "1"), 404);
    assertStatus(items.read("[\"kept\"]", "1"), 200);
  }

  @Test
  void hierarchicalKeyIsDeletedByAllItsLevels() {
    SqlItems tenants =
        SqlItems.create(
            client,
            "tenants",
            "\"partitionKey\":{\"paths\":[\"/a\",\"/b\"],\"kind\":\"MultiHash\",\"version\":2}");
    String delete = tenants.container() + "/operations/partitionkeydelete";
    for (String user : List.of("x", "y")) {
      String body = "{\"id\":\"1\",\"a\":\"t\",\"b\":\"%s\"}".formatted(user);
      assertStatus(tenants.create("[\"t\",\"%s\"]".formatted(user), body), 201);
    }
    HttpResponse<String> prefix = client.send("POST", delete, "", SqlItems.KEY, "[\"t\"]");
    assertStatus(prefix, 400);
    assertThat(prefix.body()).contains("1 components").contains("2 paths");
    assertStatus(tenants.read("[\"t\",\"x\"]", "1"), 200);
    assertStatus(client.send("POST", delete, "", SqlItems.KEY, "[\"t\",\"x\"]"), 200);
    assertStatus(tenants.read("[\"t\",\"x\"]", "1"), 404);
    assertStatus(tenants.read("[\"t\",\"y\"]", "1"), 200);
  }

  @Test
  void knowsContainersThatWereReplacedOrNeverThere() {
    HttpResponse<String> other =
        items.read("[\"a\"]", "x", "x-ms-cosmos-intended-collection-rid", "AAAAAIAAAAE=");
    assertStatus(other, 400);
    assertThat(subStatus(other)).isEqualTo("1024");
    HttpResponse<String> missing =
        client.send("GET", "/dbs/d/colls/nothing/docs/1", "", SqlItems.KEY, "[\"a\"]");
    assertStatus(missing, 404);
    assertThat(subStatus(missing)).isEqualTo("1003");
  }
}
