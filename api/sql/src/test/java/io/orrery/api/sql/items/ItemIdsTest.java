// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import static io.orrery.api.sql.DoorBed.CONTAINER;
import static io.orrery.api.sql.DoorBed.DOCS;
import static io.orrery.api.sql.DoorBed.encoded;
import static io.orrery.api.sql.DoorBed.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.testkit.DoorClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Ids with characters that mean something in an address.
class ItemIdsTest {
  private static final String ODD = "a?b c#d/e\t\r\nx-evil: 1\r\n ";
  private static DoorBed bed;

  @BeforeAll
  static void furnish() {
    bed = DoorBed.furnished();
  }

  @AfterAll
  static void clear() {
    bed.close();
  }

  private static String item(String id, int n) {
    return Json.text(Json.object().put("id", id).put("pk", "ids").put("n", n).build());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "q?m",
        "ha#sh",
        "sl/ash",
        "tab\tid",
        "c\rr",
        "l\nf",
        "end ",
        "ends   ",
        " start",
        "100%20",
        "%E9%B1%80",
        "鱀",
        ",=.:~+-@()^${}[]!_",
        "?",
        "#",
        " ",
        "a?b?c=d&e",
        "\u0000\u007f",
        ODD
      })
  void itemOfAnyIdIsCreatedReadReplacedAndDeleted(String id) {
    String address = DOCS + "/" + encoded(id);
    Reply created = bed.post(DOCS, item(id, 1), key("ids")).require(201);
    assertThat(created.member("id")).isEqualTo(id);
    assertThat(bed.get(address, key("ids")).require(200).member("n")).isEqualTo("1");
    bed.send("PUT", address, item(id, 2), key("ids")).require(200);
    bed.send("PATCH", address, "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]", key("ids"))
        .require(200);
    assertThat(query("SELECT * FROM c WHERE c.id = @id", id).all("n")).containsExactly("3");
    bed.send("DELETE", address, "", key("ids")).require(204);
    Reply gone = bed.get(address, key("ids")).require(404);
    assertThat(gone.hasHeader("x-evil")).isFalse();
  }

  private static Reply query(String text, String id) {
    Value.Document parameter = Json.object().put("name", "@id").put("value", id).build();
    Value.Document body =
        Json.object().put("query", text).put("parameters", java.util.List.of(parameter)).build();
    return bed.post(
            DOCS,
            Json.text(body),
            "x-ms-documentdb-isquery",
            "true",
            "x-ms-documentdb-query-enablecrosspartition",
            "true")
        .require(200);
  }

  @Test
  void backslashIsRefused() {
    assertThat(bed.post(DOCS, item("a\\b", 1), key("ids")).error())
        .isEqualTo("400 The id 'a\\b' has a backslash, which no id may have.");
    assertThat(bed.post(DOCS, item("", 1), key("ids")).status()).isEqualTo(400);
    assertThat(bed.post(DOCS, item("x".repeat(1024), 1), key("ids")).status()).isEqualTo(400);
  }

  /// `encodeURI` leaves the question mark as it is, and the signature is over the id.
  @Test
  void questionMarkMayStandUnencodedInTheAddress() {
    bed.post(DOCS, item("raw?mark ü", 1), key("ids")).require(201);
    bed.sendRaw("GET", DOCS + "/raw?mark%20%C3%BC", DOCS.substring(1) + "/raw?mark ü", key("ids"))
        .require(200);
    bed.sendRaw("GET", DOCS + "/raw?mark", DOCS.substring(1) + "/raw?mark", key("ids"))
        .require(404);
  }

  /// Some SDKs sign what they send, encoded.
  @Test
  void signatureMayBeOverTheEncodedId() {
    bed.post(DOCS, item("signed #", 1), key("ids")).require(201);
    String address = DOCS + "/signed%20%23";
    bed.sendRaw("GET", address, address.substring(1), key("ids")).require(200);
    bed.sendRaw("GET", address, DOCS.substring(1) + "/signed", key("ids")).require(401);
  }

  @Test
  void batchAndBulkTakeThemToo() {
    String id = Json.text(new Value.Text("batch " + ODD));
    String operations =
        """
        [{"operationType":"Create","resourceBody":{"id":%s,"pk":"ids"}},
         {"operationType":"Read","id":%s},
         {"operationType":"Replace","id":%s,"resourceBody":{"id":%s,"pk":"ids"}},
         {"operationType":"Delete","id":%s}]
        """
            .formatted(id, id, id, id, id);
    String[] atomic = {
      "x-ms-cosmos-is-batch-request",
      "true",
      "x-ms-cosmos-batch-atomic",
      "true",
      key("ids")[0],
      key("ids")[1]
    };
    bed.post(DOCS, operations, atomic).require(200);
    bed.post(DOCS, operations, "x-ms-cosmos-is-batch-request", "true", key("ids")[0], key("ids")[1])
        .require(200);
  }

  @Test
  void selfLinkLeadsToItemsOfAnyId() {
    bed.post(DOCS, item("first", 1), key("self")[0], "[\"ids\"]").require(201);
    Reply created = bed.post(DOCS, item("self " + ODD, 7), key("ids")).require(201);
    String self = created.member("_self");
    String rid = created.member("_rid").toLowerCase(java.util.Locale.ROOT);
    String address = "/" + self.substring(0, self.length() - 1);
    assertThat(bed.sendRaw("GET", address, rid, key("ids")).require(200).member("n"))
        .isEqualTo("7");
  }

  @ParameterizedTest
  @ValueSource(strings = {"tab\tid", "c\rr", "l\nf", "q?m", "ha#sh", "sl/ash", "end ", ODD})
  void scriptOfAnyIdIsStoredAndRuns(String id) {
    String scripts = CONTAINER + "/sprocs";
    String body = "function () { getContext().getResponse().setBody('ran'); }";
    Reply created =
        bed.post(scripts, Json.text(Json.object().put("id", id).put("body", body).build()))
            .require(201);
    assertThat(created.member("id")).isEqualTo(id);
    String address = scripts + "/" + encoded(id);
    bed.get(address).require(200);
    assertThat(bed.post(address, "[]", key("ids")).require(200).body()).isEqualTo("\"ran\"");
    bed.send("DELETE", address, "").require(204);
  }

  @ParameterizedTest
  @ValueSource(strings = {"tab\tid", "c\rr", "q?m", "ha#sh", "sl/ash", "end ", "b\\s"})
  void databasesAndContainersKeepTheirRule(String id) {
    String name = Json.text(new Value.Text(id));
    bed.post("/dbs", "{\"id\":%s}".formatted(name)).require(400);
    bed.createContainer("{\"id\":%s,\"partitionKey\":{\"paths\":[\"/pk\"]}}".formatted(name))
        .require(400);
  }
}
