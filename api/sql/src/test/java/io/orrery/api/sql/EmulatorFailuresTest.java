// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static io.orrery.testkit.sql.SqlItems.header;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.SqlHttp;
import io.orrery.testkit.sql.SqlItems;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// What users of other emulators reported as wrong. (Hierarchical keys, 424s and keys that do not
/// match are in [ItemRequestsTest], [PatchAndBatchRequestsTest] and [MetadataRequestsTest], a
/// thousand containers and mapped ports in `SqlHttpIT`.)
class EmulatorFailuresTest {
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

  private static HttpResponse<String> requireStatus(int status, HttpResponse<String> response) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    return response;
  }

  private static long lsn(int status, HttpResponse<String> response) {
    String token = header(requireStatus(status, response), "x-ms-session-token");
    assertThat(token).matches("0:-1#\\d+");
    return Long.parseLong(token.substring(token.indexOf('#') + 1));
  }

  @Test
  void sessionTokenAdvancesWithEveryWriteAndStandsInEveryAnswer() {
    String body = "{\"id\":\"1\",\"pk\":\"s\"}";
    HttpResponse<String> made = items.create("[\"s\"]", body);
    long created = lsn(201, made);
    assertThat(lsn(200, items.read("[\"s\"]", "1"))).isGreaterThanOrEqualTo(created);
    assertThat(lsn(304, items.read("[\"s\"]", "1", "If-None-Match", header(made, "etag"))))
        .isGreaterThanOrEqualTo(created);
    assertThat(lsn(409, items.create("[\"s\"]", body))).isGreaterThanOrEqualTo(created);
    assertThat(lsn(404, items.read("[\"s\"]", "none"))).isGreaterThanOrEqualTo(created);
    long replaced = lsn(200, items.replace("[\"s\"]", "1", body));
    assertThat(replaced).isGreaterThan(created);
    assertThat(lsn(412, items.delete("[\"s\"]", "1", "If-Match", header(made, "etag"))))
        .isGreaterThanOrEqualTo(replaced);
    long patched =
        lsn(200, items.patch("[\"s\"]", "1", "[{\"op\":\"set\",\"path\":\"/n\",\"value\":1}]"));
    assertThat(patched).isGreaterThan(replaced);
    long batched =
        lsn(200, items.batch("[\"s\"]", "[{\"operationType\":\"Delete\",\"id\":\"1\"}]"));
    assertThat(batched).isGreaterThan(patched);
    assertThat(lsn(404, items.read("[\"s\"]", "1"))).isGreaterThanOrEqualTo(batched);
  }

  @Test
  void uniqueKeysHoldAfterContainerAndItemsWereReplaced() {
    String definition =
        "\"partitionKey\":{\"paths\":[\"/pk\"],\"version\":2},"
            + "\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/email\"]}]}";
    SqlItems unique = SqlItems.create(client, "unique", definition);
    requireStatus(201, unique.create("[\"u\"]", person("1", "a@b")));
    requireStatus(201, unique.create("[\"u\"]", person("2", "c@d")));
    requireStatus(
        200,
        client.send(
            "PUT",
            unique.container(),
            "{\"id\":\"unique\",%s,\"defaultTtl\":-1}".formatted(definition)));
    requireStatus(409, unique.create("[\"u\"]", person("3", "a@b")));
    requireStatus(409, unique.replace("[\"u\"]", "2", person("2", "a@b")));
    requireStatus(409, unique.upsert("[\"u\"]", person("2", "a@b")));
    String patch = "[{\"op\":\"set\",\"path\":\"/email\",\"value\":\"a@b\"}]";
    requireStatus(409, unique.patch("[\"u\"]", "2", patch));
    requireStatus(200, unique.replace("[\"u\"]", "1", person("1", "e@f")));
    requireStatus(200, unique.patch("[\"u\"]", "2", patch));
    requireStatus(409, unique.create("[\"u\"]", person("3", "a@b")));
    requireStatus(201, unique.create("[\"u\"]", person("3", "c@d")));
  }

  private static String person(String id, String email) {
    return "{\"id\":\"%s\",\"pk\":\"u\",\"email\":\"%s\"}".formatted(id, email);
  }

  @Test
  void batchHeedsEtagsOfEveryOperation() {
    String etag = header(items.create("[\"e\"]", "{\"id\":\"1\",\"pk\":\"e\"}"), "etag");
    for (String operation : new String[] {"Upsert", "Replace"}) {
      requireStatus(207, batch(operation, "\"00000000-0000-0000-0000-000000000000\""));
      HttpResponse<String> done = requireStatus(200, batch(operation, etag));
      String newer = header(items.read("[\"e\"]", "1"), "etag");
      assertThat(done.body()).contains("\"eTag\":\"" + newer.replace("\"", "\\\"") + "\"");
      assertThat(requireStatus(207, batch(operation, etag)).body()).contains("\"statusCode\":412");
      etag = newer;
    }
  }

  private static HttpResponse<String> batch(String operation, String etag) {
    return items.batch(
        "[\"e\"]",
        "[{\"operationType\":\"%s\",\"id\":\"1\",\"ifMatch\":\"%s\",\"resourceBody\":{\"id\":\"1\",\"pk\":\"e\"}}]"
            .formatted(operation, etag.replace("\"", "\\\"")));
  }
}
