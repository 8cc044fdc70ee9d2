// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static io.orrery.testkit.sql.SqlItems.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.sql.SqlItems;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Patches, transactional batches and bulk requests by hand-made requests.
class PatchAndBatchRequestsTest {
  private static final Pattern STATUS = Pattern.compile("\"statusCode\":(\\d+)");

  private static final DoorBed DOOR = new DoorBed();
  private static SqlItems items;

  @BeforeAll
  static void start() {
    items = SqlItems.create(DOOR.http(), "items");
  }

  @AfterAll
  static void stop() {
    DOOR.close();
  }

  private static void assertStatus(HttpResponse<String> response, int status) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
  }

  private static List<String> statuses(HttpResponse<String> response) {
    return STATUS.matcher(response.body()).results().map(MatchResult::group).toList().stream()
        .map(text -> text.substring(text.indexOf(':') + 1))
        .toList();
  }

  @Test
  void patchChangesOnlyWhatItNames() {
    assertStatus(
        items.create("[\"p\"]", "{\"id\":\"1\",\"pk\":\"p\",\"n\":1,\"a\":[1,2],\"x\":true}"), 201);
    HttpResponse<String> patched =
        items.patch(
            "[\"p\"]",
            "1",
            """
            {"operations":[{"op":"incr","path":"/n","value":2},{"op":"add","path":"/a/-","value":3},
            {"op":"remove","path":"/x"},{"op":"set","path":"/o","value":{"y":null}},
            {"op":"move","from":"/n","path":"/o/n"}]}\
            """,
            "Content-Type",
            "application/json-patch+json");
    assertStatus(patched, 200);
    assertThat(patched.body())
        .startsWith("{\"id\":\"1\",\"pk\":\"p\",\"a\":[1,2,3],\"o\":{\"y\":null,\"n\":3},\"_rid\"");
    assertThat(header(patched, "etag")).isEqualTo(header(items.read("[\"p\"]", "1"), "etag"));
    String array = "[{\"op\":\"set\",\"path\":\"/n\",\"value\":7}]";
    assertStatus(items.patch("[\"p\"]", "1", array), 200);
    assertStatus(items.patch("[\"p\"]", "1", array, "If-Match", header(patched, "etag")), 412);
    assertStatus(items.patch("[\"p\"]", "none", array), 404);
    for (String path : List.of("/pk", "/id", "/_ts", "/missing/x", "/a/9", "/a/b")) {
      String body = "[{\"op\":\"set\",\"path\":\"%s\",\"value\":7}]".formatted(path);
      assertStatus(items.patch("[\"p\"]", "1", body), 400);
    }
  }

  @Test
  void patchDependsOnItsCondition() {
    assertStatus(items.create("[\"c\"]", "{\"id\":\"1\",\"pk\":\"c\",\"n\":1,\"t\":[2]}"), 201);
    assertStatus(conditional("from c where c.n = 1 and array_contains(c.t, 2)"), 200);
    assertStatus(conditional("from c where c.n = 1"), 412);
    assertStatus(conditional("from c where c._ts > 0 and c.pk = 'c'"), 200);
    assertStatus(conditional("from c where c.none"), 412);
    assertStatus(conditional("where c.n ="), 400);
    assertStatus(conditional("from c order by c.n"), 400);
    HttpResponse<String> batch =
        items.batch(
            "[\"c\"]",
            """
            [{"operationType":"Create","resourceBody":{"id":"2","pk":"c","n":1}},
             {"operationType":"Patch","id":"2","resourceBody":{"condition":"from c where c.n = 1",
              "operations":[{"op":"incr","path":"/n","value":1}]}},
             {"operationType":"Patch","id":"2","resourceBody":{"condition":"from c where c.n = 1",
              "operations":[{"op":"incr","path":"/n","value":1}]}}]\
            """);
    assertThat(statuses(batch)).containsExactly("424", "424", "412");
    assertStatus(items.read("[\"c\"]", "2"), 404);
  }

  @Test
  void patchesOfABatchSeeEachOtherWhateverTheirConditions() {
    assertStatus(items.create("[\"m\"]", "{\"id\":\"1\",\"pk\":\"m\",\"n\":1,\"t\":[2]}"), 201);
    String conditions =
        """
        [{"operationType":"Patch","id":"1","resourceBody":{"condition":"from c where c.n = 1",
          "operations":[{"op":"incr","path":"/n","value":1}]}},
         {"operationType":"Patch","id":"1","resourceBody":{"condition":"from c where %s",
          "operations":[{"op":"incr","path":"/n","value":1}]}}]\
        """;
    assertThat(statuses(items.batch("[\"m\"]", conditions.formatted("c.n = 3"))))
        .containsExactly("424", "412");
    assertThat(statuses(items.batch("[\"m\"]", conditions.formatted("c.n + 0 = 3"))))
        .containsExactly("424", "412");
    assertThat(statuses(items.batch("[\"m\"]", conditions.formatted("c.n = 2"))))
        .containsExactly("200", "200");
    assertThat(items.read("[\"m\"]", "1").body()).contains("\"n\":3");
    assertStatus(
        items.patch("[\"m\"]", "1", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"), 200);
    assertThat(statuses(items.batch("[\"m\"]", conditions.formatted("c.n + 0 = 2"))))
        .containsExactly("200", "200");
    assertThat(items.read("[\"m\"]", "1").body()).contains("\"n\":3");
  }

  private static HttpResponse<String> conditional(String condition) {
    return items.patch(
        "[\"c\"]",
        "1",
        "{\"condition\":\"%s\",\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}"
            .formatted(condition));
  }

  @Test
  void batchTakesPlaceAsAWhole() {
    assertStatus(items.create("[\"b\"]", "{\"id\":\"old\",\"pk\":\"b\",\"n\":1}"), 201);
    HttpResponse<String> done =
        items.batch(
            "[\"b\"]",
            """
            [{"operationType":"Create","resourceBody":{"id":"1","pk":"b","n":1}},
             {"operationType":"Patch","id":"1","resourceBody":{"operations":[{"op":"incr","path":"/n","value":5}]}},
             {"operationType":"Patch","id":"old","resourceBody":{"operations":[{"op":"incr","path":"/n","value":1}]}},
             {"operationType":"Read","id":"1"},
             {"operationType":"Upsert","resourceBody":{"id":"2","pk":"b"},"minimalReturnPreference":true},
             {"operationType":"Replace","id":"2","resourceBody":{"id":"2","pk":"b","v":1}},
             {"operationType":"Delete","id":"2"}]\
            """);
    assertStatus(done, 200);
    assertThat(statuses(done)).containsExactly("201", "200", "200", "200", "201", "200", "204");
    assertThat(done.body()).contains("\"eTag\":\"\\\"").contains("\"requestCharge\":");
    assertThat(items.read("[\"b\"]", "1").body()).contains("\"n\":6");
    assertThat(items.read("[\"b\"]", "old").body()).contains("\"n\":2");
    assertStatus(items.read("[\"b\"]", "2"), 404);
  }

  @Test
  void batchWithOneFailureLeavesNothing() {
    assertStatus(items.create("[\"f\"]", "{\"id\":\"there\",\"pk\":\"f\"}"), 201);
    HttpResponse<String> conflict =
        items.batch(
            "[\"f\"]",
            """
            [{"operationType":"Create","resourceBody":{"id":"1","pk":"f"}},
             {"operationType":"Create","resourceBody":{"id":"there","pk":"f"}},
             {"operationType":"Delete","id":"there"}]\
            """);
    assertStatus(conflict, 207);
    assertThat(statuses(conflict)).containsExactly("424", "409", "424");
    HttpResponse<String> mismatch =
        items.batch(
            "[\"f\"]",
            """
            [{"operationType":"Create","resourceBody":{"id":"1","pk":"f"}},
             {"operationType":"Create","resourceBody":{"id":"2","pk":"other"}}]\
            """);
    assertThat(statuses(mismatch)).containsExactly("424", "400");
    HttpResponse<String> noSuchItem =
        items.batch(
            "[\"f\"]",
            """
            [{"operationType":"Create","resourceBody":{"id":"1","pk":"f"}},
             {"operationType":"Patch","id":"no","resourceBody":[{"op":"set","path":"/a","value":1}]}]\
            """);
    assertThat(statuses(noSuchItem)).containsExactly("424", "404");
    HttpResponse<String> changed =
        items.batch(
            "[\"f\"]",
            """
            [{"operationType":"Create","resourceBody":{"id":"1","pk":"f"}},
             {"operationType":"Delete","id":"there","ifMatch":"\\"other\\""}]\
            """);
    assertThat(statuses(changed)).containsExactly("424", "412");
    assertStatus(items.read("[\"f\"]", "1"), 404);
    assertStatus(items.read("[\"f\"]", "there"), 200);
    assertStatus(items.batch("[\"f\"]", "[]"), 400);
    assertStatus(items.batch("[\"f\"]", "{}"), 400);
  }

  @Test
  void bulkOperationsSucceedAndFailByThemselves() {
    HttpResponse<String> bulk =
        items.bulk(
            """
            [{"operationType":"Create","partitionKey":"[\\"x\\"]","resourceBody":{"id":"1","pk":"x","n":1}},
             {"operationType":"Create","partitionKey":"[\\"y\\"]","resourceBody":{"id":"1","pk":"y"}},
             {"operationType":"Create","partitionKey":"[\\"x\\"]","resourceBody":{"id":"1","pk":"x"}},
             {"operationType":"Read","partitionKey":"[\\"z\\"]","id":"1"},
             {"operationType":"Create","partitionKey":"[\\"q\\"]","resourceBody":{"id":"1","pk":"x"}},
             {"operationType":"Patch","partitionKey":"[\\"x\\"]","id":"1","resourceBody":{"operations":[{"op":"incr","path":"/n","value":1}]}},
             {"operationType":"Read","partitionKey":"[\\"x\\"]","id":"1"}]\
            """);
    assertStatus(bulk, 207);
    assertThat(statuses(bulk)).containsExactly("201", "201", "409", "404", "400", "200", "200");
    assertThat(bulk.body()).contains("\"subStatusCode\":1001").contains("\"n\":2");
    assertThat(header(bulk, "x-ms-session-token")).matches("0:-1#\\d+");
  }
}
