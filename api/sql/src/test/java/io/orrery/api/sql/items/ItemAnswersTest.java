// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items;

import static io.orrery.api.sql.DoorBed.CONTAINER;
import static io.orrery.api.sql.DoorBed.DOCS;
import static io.orrery.api.sql.DoorBed.key;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.testkit.DoorClient.Reply;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// Headers and bodies of answers, where SDKs and their suites look at them.
class ItemAnswersTest {
  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final String WANT_ALL = "Full-Fidelity Feed";
  private static final String HISTORY = "/dbs/shop/colls/history/docs";
  private static DoorBed bed;

  @BeforeAll
  static void furnish() {
    bed = DoorBed.furnished();
    bed.post(DOCS, "{\"id\":\"1\",\"pk\":\"a\"}", key("a")).require(201);
    bed.createContainer(
            """
            {"id":"history","partitionKey":{"paths":["/pk"]},
             "changeFeedPolicy":{"retentionDuration":10}}
            """)
        .require(201);
  }

  @AfterAll
  static void clear() {
    bed.close();
  }

  @Test
  void accountTellsOfMedia() {
    Reply account = bed.get("/").require(200);
    assertThat(account.header("x-ms-max-media-storage-usage-mb")).isEqualTo("0");
    assertThat(account.header("x-ms-media-storage-usage-mb")).isEqualTo("0");
  }

  @Test
  void databaseOfATakenNameHasASubStatus() {
    Reply reply = bed.post("/dbs", "{\"id\":\"shop\"}").require(409);
    assertThat(reply.header("x-ms-substatus")).isEqualTo("3206");
  }

  @Test
  void clientsMayDoWithoutLinks() {
    String[] without = {KEY, "[\"a\"]", "x-ms-exclude-system-properties", "true"};
    Reply read = bed.get(DOCS + "/1", without).require(200);
    Reply query =
        bed.post(
                DOCS,
                "{\"query\":\"SELECT * FROM c WHERE c.id = '1'\"}",
                KEY,
                "[\"a\"]",
                "x-ms-documentdb-isquery",
                "true",
                "x-ms-exclude-system-properties",
                "true")
            .require(200);
    for (Reply reply : new Reply[] {read, query, bed.get(DOCS, without).require(200)}) {
      assertThat(reply.body())
          .contains("\"_rid\":", "\"_etag\":\"\\\"", "\"_ts\":")
          .doesNotContain("_self", "_attachments");
    }
    assertThat(read.member("_etag")).isEqualTo(read.header("etag"));
    assertThat(bed.get(DOCS + "/1", key("a")).body()).contains("_self", "_attachments");
  }

  @Test
  void whatIsNotThereHasNoContentPath() {
    Reply missing = bed.get(DOCS + "/missing", key("a")).require(404);
    assertThat(missing.hasHeader("x-ms-content-path")).isFalse();
    assertThat(missing.header("x-ms-alt-content-path")).isEqualTo("dbs/shop/colls/goods");
    assertThat(missing.hasHeader("x-ms-session-token")).isTrue();
    assertThat(bed.get(DOCS + "/1", key("a")).hasHeader("x-ms-content-path")).isTrue();
  }

  @Test
  void noItemsPerPageLeavesItToTheServer() {
    assertThat(bed.get(DOCS, "x-ms-max-item-count", "0").require(200).all("id")).contains("1");
    assertThat(bed.get(DOCS, "x-ms-max-item-count", "-2").status()).isEqualTo(400);
  }

  @Test
  void sessionTokenMayEndWithAComma() {
    String token = bed.get(DOCS + "/1", key("a")).header("x-ms-session-token");
    bed.get(DOCS + "/1", KEY, "[\"a\"]", "x-ms-session-token", token + ",").require(200);
    bed.get(DOCS + "/1", KEY, "[\"a\"]", "x-ms-session-token", "," + token).require(200);
    bed.get(DOCS + "/1", KEY, "[\"a\"]", "x-ms-session-token", "nonsense,").require(400);
  }

  @Test
  void timeToLiveIsNoNull() {
    assertThat(bed.post(DOCS, "{\"id\":\"t\",\"pk\":\"a\",\"ttl\":null}", key("a")).error())
        .startsWith("400 ")
        .contains("'ttl'");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"100000\"", "\"9223372036854775797\""})
  void feedBeyondItsEndHasNothingNew(String etag) {
    Reply reply = bed.get(DOCS, "A-IM", "Incremental Feed", "If-None-Match", etag).require(304);
    assertThat(reply.header("etag")).isEqualTo(etag);
  }

  @Test
  void allVersionsAreNotReadFromTheBeginning() {
    assertThat(bed.get(HISTORY, "A-IM", WANT_ALL).error())
        .startsWith("400 You must read the change feed from within the retention period.");
  }

  @Test
  void deletesDoNotTellWhatWasBefore() {
    String now = bed.get(HISTORY, "A-IM", WANT_ALL, "If-None-Match", "*").header("etag");
    bed.post(HISTORY, "{\"id\":\"1\",\"pk\":\"a\",\"n\":1}", key("a")).require(201);
    bed.send("PUT", HISTORY + "/1", "{\"id\":\"1\",\"pk\":\"a\",\"n\":2}", key("a")).require(200);
    bed.send("DELETE", HISTORY + "/1", "", key("a")).require(204);
    Reply changes = bed.get(HISTORY, "A-IM", WANT_ALL, "If-None-Match", now).require(200);
    assertThat(changes.all("metadata"))
        .satisfiesExactly(
            create -> assertThat(create).contains("\"create\""),
            replace -> assertThat(replace).contains("\"replace\""),
            delete -> assertThat(delete).contains("\"delete\"", "\"previousImageLSN\""));
    assertThat(changes.body()).containsOnlyOnce("\"previous\":");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "for (var i = 0; i < 10; i++) r.appendValue('Body', i); | \"0123456789\"",
        "r.setBody('a'); r.appendValue('Body', 'b'); r.appendValue('Body', {c: 1}); |"
            + " \"ab{\\\"c\\\":1}\"",
        "r.setValue('Body', 5); r.setValue('other', r.getValue('Body') + 1);"
            + " r.setBody(r.getValue('other')); | 6",
        "r.appendValue('x', 1); r.appendValue('x', 2); r.setBody(r.getValue('x')); | \"12\"",
      })
  void valuesAreAppendedToTheBody(String statements, String expected) {
    String script = "function () { var r = getContext().getResponse(); " + statements + " }";
    bed.post(CONTAINER + "/sprocs", "{\"id\":\"append\",\"body\":\"" + script + "\"}").require(201);
    Reply reply = bed.post(CONTAINER + "/sprocs/append", "[]", key("a")).require(200);
    assertThat(reply.body()).isEqualTo(expected);
    bed.send("DELETE", CONTAINER + "/sprocs/append", "").require(204);
  }

  @Test
  void scriptsThatDoNotCompileAreStoredAndFailWhenTheyRun() {
    String body = "\"body\":\"serverScript() { var x = 10; }\"";
    bed.post(
            CONTAINER + "/triggers",
            "{\"id\":\"t\",%s,\"triggerType\":\"Pre\",\"triggerOperation\":\"All\"}"
                .formatted(body))
        .require(201);
    bed.post(CONTAINER + "/sprocs", "{\"id\":\"p\",%s}".formatted(body)).require(201);
    bed.post(CONTAINER + "/udfs", "{\"id\":\"f\",%s}".formatted(body)).require(201);
    String failure = "Encountered exception while compiling Javascript";
    assertThat(
            bed.post(
                    DOCS,
                    "{\"id\":\"9\",\"pk\":\"a\"}",
                    KEY,
                    "[\"a\"]",
                    "x-ms-documentdb-pre-trigger-include",
                    "t")
                .error())
        .startsWith("400 ")
        .contains(failure);
    bed.get(DOCS + "/9", key("a")).require(404);
    assertThat(bed.post(CONTAINER + "/sprocs/p", "[]", key("a")).error()).contains(failure);
    assertThat(
            bed.post(
                    DOCS,
                    "{\"query\":\"SELECT VALUE udf.f() FROM c\"}",
                    KEY,
                    "[\"a\"]",
                    "x-ms-documentdb-isquery",
                    "true")
                .error())
        .startsWith("400 ")
        .contains(failure);
    String tooLong = "function () { /*" + "x".repeat(1 << 20) + "*/ }";
    bed.post(CONTAINER + "/sprocs", "{\"id\":\"l\",\"body\":\"" + tooLong + "\"}").require(413);
  }
}
