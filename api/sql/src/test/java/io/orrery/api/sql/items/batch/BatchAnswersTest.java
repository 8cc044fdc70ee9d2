// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.items.batch;

import static io.orrery.api.sql.DoorBed.DOCS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.api.sql.DoorBed;
import io.orrery.model.json.Json;
import io.orrery.model.value.Value;
import io.orrery.testkit.DoorClient.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What transactional batches and bulk requests answer, and what they depend on.
class BatchAnswersTest {
  private static final String KEY = "x-ms-documentdb-partitionkey";
  private static final String BATCH = "x-ms-cosmos-is-batch-request";
  private static final String ATOMIC = "x-ms-cosmos-batch-atomic";
  private static final int LARGE_ITEMS = 6;
  private static DoorBed bed;

  @BeforeAll
  static void furnish() {
    bed = DoorBed.furnished();
    for (int i = 0; i < LARGE_ITEMS; i++) {
      String text = "x".repeat(1 << 20);
      String item = "{\"id\":\"big%d\",\"pk\":\"a\",\"t\":\"%s\"}".formatted(i, text);
      bed.post(DOCS, item, KEY, "[\"a\"]").require(201);
    }
    bed.post(DOCS, "{\"id\":\"small\",\"pk\":\"a\"}", KEY, "[\"a\"]").require(201);
  }

  @AfterAll
  static void clear() {
    bed.close();
  }

  private static Reply atomic(List<String> operations, String... headers) {
    return send(operations, "true", headers);
  }

  private static Reply bulk(List<String> operations, String... headers) {
    return send(operations, "false", headers);
  }

  private static Reply send(List<String> operations, String atomic, String... headers) {
    List<String> all = new ArrayList<>(List.of(KEY, "[\"a\"]", BATCH, "true", ATOMIC, atomic));
    all.addAll(List.of("x-ms-cosmos-batch-continue-on-error", "true"));
    all.addAll(List.of(headers));
    return bed.post(DOCS, "[" + String.join(",", operations) + "]", all.toArray(String[]::new));
  }

  private static String read(String id, String... more) {
    String conditions = more.length == 0 ? "" : "," + String.join(",", more);
    return "{\"operationType\":\"Read\",\"id\":\"%s\"%s}".formatted(id, conditions);
  }

  /// A member of every result.
  private static List<String> all(Reply reply, String member) {
    return ((Value.Array) Json.parse(reply.body()))
        .elements().stream()
            .map(each -> Json.text(((Value.Document) each).property(member)))
            .toList();
  }

  private static List<String> largeReads() {
    List<String> reads = new ArrayList<>();
    for (int i = 0; i < LARGE_ITEMS; i++) {
      reads.add(read("big" + i));
    }
    return reads;
  }

  @Test
  void batchThatReadsTooMuchFailsAsAWhole() {
    List<String> operations = largeReads();
    operations.addFirst(
        "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"never\",\"pk\":\"a\"}}");
    Reply reply = atomic(operations).require(207);
    assertThat(all(reply, "statusCode"))
        .containsExactly("424", "424", "424", "424", "413", "424", "424");
    bed.get(DOCS + "/never", KEY, "[\"a\"]").require(404);
    atomic(operations.subList(1, 4)).require(200);
  }

  @Test
  void bulkLeavesOutWhatItHasNoRoomFor() {
    List<String> operations = largeReads();
    operations.add(read("small"));
    Reply reply = bulk(operations).require(207);
    assertThat(all(reply, "statusCode"))
        .containsExactly("200", "200", "200", "413", "413", "413", "200");
    assertThat(all(reply, "subStatusCode")).contains("3402");
  }

  @Test
  void readsSeeWhatTheSessionHasSeen() {
    String[] ahead = {"x-ms-session-token", "0:-1#1000000"};
    Reply batch = atomic(List.of(read("small")), ahead).require(404);
    assertThat(batch.header("x-ms-substatus")).isEqualTo("1002");
    assertThat(all(bulk(List.of(read("small")), ahead).require(207), "subStatusCode"))
        .containsExactly("1002");
    String write = "{\"operationType\":\"Upsert\",\"resourceBody\":{\"id\":\"w\",\"pk\":\"a\"}}";
    atomic(List.of(write), ahead).require(200);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ifMatch", "ifNoneMatch"})
  void readOfAKnownVersionHasNoBody(String condition) {
    String etag = bed.get(DOCS + "/small", KEY, "[\"a\"]").require(200).header("etag");
    String known = "\"%s\":%s".formatted(condition, Json.text(new Value.Text(etag)));
    for (Reply reply :
        List.of(
            atomic(List.of(read("small", known))).require(200),
            bulk(List.of(read("small", known))).require(200))) {
      assertThat(all(reply, "statusCode")).containsExactly("304");
      assertThat(reply.body()).doesNotContain("resourceBody");
    }
    String other = "\"%s\":\"\\\"other\\\"\"".formatted(condition);
    assertThat(all(bulk(List.of(read("small", other))), "statusCode")).containsExactly("200");
  }

  @Test
  void bulkOnADeletedContainerFindsNothing() {
    String docs = "/dbs/shop/colls/gone/docs";
    String operations = "[" + read("small") + "]";
    Reply bulk = bed.post(docs, operations, BATCH, "true", KEY, "[\"a\"]").require(404);
    assertThat(bulk.hasHeader("x-ms-substatus")).isFalse();
    Reply atomic =
        bed.post(docs, operations, BATCH, "true", ATOMIC, "true", KEY, "[\"a\"]").require(404);
    assertThat(atomic.header("x-ms-substatus")).isEqualTo("1003");
  }
}
