// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.PercentEncoding;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/// One entity: every spelling of every change, with and without it being there, and its keys.
class EntityChangesTest {
  private static TableBed bed;
  private static int rows;

  @BeforeAll
  static void open() {
    bed = TableBed.with("people");
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  /// How clients write a change.
  enum Spelling {
    PUT("PUT", ""),
    PUT_IN_POST("POST", "PUT"),
    PATCH("PATCH", ""),
    MERGE("MERGE", ""),
    PATCH_IN_POST("POST", "PATCH"),
    MERGE_IN_POST("POST", "MERGE"),
    DELETE("DELETE", ""),
    DELETE_IN_POST("POST", "DELETE");

    private final String method;
    private final String override;

    Spelling(String method, String override) {
      this.method = method;
      this.override = override;
    }

    boolean merges() {
      return name().contains("PATCH") || name().contains("MERGE");
    }

    boolean deletes() {
      return name().contains("DELETE");
    }
  }

  enum Match {
    NONE,
    ANY,
    RIGHT,
    OUTDATED,
    NONSENSE
  }

  static Stream<Arguments> matrix() {
    List<Arguments> all = new ArrayList<>();
    for (Spelling spelling : Spelling.values()) {
      for (Match match : Match.values()) {
        for (boolean exists : List.of(true, false)) {
          all.add(Arguments.of(spelling, match, exists));
        }
      }
    }
    return all.stream();
  }

  private static String address(String row) {
    return "/people(PartitionKey='p',RowKey='%s')".formatted(row);
  }

  @ParameterizedTest
  @MethodSource("matrix")
  void updateMatrix(Spelling spelling, Match match, boolean exists) {
    String row = "m" + rows++;
    String entity =
        "{\"PartitionKey\":\"p\",\"RowKey\":\"%s\",\"old\":1,\"both\":1}".formatted(row);
    String outdated = bed.post("/people", entity).require(201).header("etag");
    String right =
        bed.send("PUT", address(row), entity, "if-match", "*").require(204).header("etag");
    assertThat(right).isNotEqualTo(outdated);
    if (!exists) {
      bed.send("DELETE", address(row), "", "if-match", "*").require(204);
    }
    List<String> headers = new ArrayList<>();
    if (!spelling.override.isEmpty()) {
      headers.addAll(List.of("X-HTTP-Method", spelling.override));
    }
    switch (match) {
      case NONE -> {}
      case ANY -> headers.addAll(List.of("If-Match", "*"));
      case RIGHT -> headers.addAll(List.of("If-Match", right));
      case OUTDATED -> headers.addAll(List.of("If-Match", outdated));
      case NONSENSE -> headers.addAll(List.of("If-Match", "W/\"datetime'no'\""));
    }
    Reply reply =
        bed.send(
            spelling.method,
            address(row),
            spelling.deletes() ? "" : "{\"new\":2,\"both\":2}",
            headers.toArray(String[]::new));
    assertThat(TableBed.error(reply)).isEqualTo(expected(spelling, match, exists));
    if (reply.status() == 204) {
      assertThat(reply.header("etag").isEmpty()).isEqualTo(spelling.deletes());
      Reply left = bed.get(address(row), "accept", "application/json;odata=nometadata");
      if (spelling.deletes()) {
        assertThat(left.status()).isEqualTo(404);
      } else {
        assertThat(left.header("etag")).isEqualTo(reply.header("etag"));
        assertThat(left.body()).contains("\"new\":2").contains("\"both\":2");
        assertThat(left.body().contains("\"old\":1")).isEqualTo(spelling.merges() && exists);
      }
    } else if (exists) {
      assertThat(bed.get(address(row)).header("etag")).isEqualTo(right);
    }
  }

  private static String expected(Spelling spelling, Match match, boolean exists) {
    return switch (match) {
      case NONE -> spelling.deletes() ? "400 MissingRequiredHeader" : "204";
      case ANY, RIGHT -> exists ? "204" : "404 ResourceNotFound";
      case OUTDATED, NONSENSE ->
          exists ? "412 UpdateConditionNotSatisfied" : "404 ResourceNotFound";
    };
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", " ", "a", "O'Brien", "''", "'", "a''b", "100%", "%27", "a+b", "a b", "ü", "日本", "😀",
            "a&b",
        "a=b", "(x)", "a,b", "RowKey='x'", ";", ":", "@", "$", "!", "*", "~", "\"", "<>", "[]",
            "{}",
        "|", "^", "`", "comp=acl", "."
      })
  void keysSurviveAddresses(String key) {
    String quoted = PercentEncoding.encodeWhole(key.replace("'", "''"));
    String row = "k" + rows++;
    String json = key.replace("\"", "\\\"");
    for (String[] keys : List.of(new String[] {json, row}, new String[] {row, json})) {
      bed.post(
              "/people",
              "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\",\"n\":1}".formatted(keys[0], keys[1]))
          .require(201);
    }
    String asPartition = "/people(PartitionKey='%s',RowKey='%s')".formatted(quoted, row);
    String asRow = "/people(RowKey='%s',PartitionKey='%s')".formatted(quoted, row);
    assertThat(bed.get(asPartition).require(200).member("PartitionKey")).isEqualTo(key);
    assertThat(bed.get(asRow).require(200).member("RowKey")).isEqualTo(key);
    String filter =
        "PartitionKey eq '%s' and RowKey eq '%s'".formatted(row, key.replace("'", "''"));
    assertThat(bed.get("/people()?$filter=" + PercentEncoding.encodeWhole(filter)).body())
        .contains("\"value\":[{");
    bed.send("DELETE", asPartition, "", "if-match", "*").require(204);
    bed.send("DELETE", asRow, "", "if-match", "*").require(204);
    assertThat(bed.get(asRow).status()).isEqualTo(404);
  }

  static Stream<Arguments> refusedKeys() {
    return Stream.of(
        Arguments.of("a/b", "400 OutOfRangeInput"),
        Arguments.of("a\\\\b", "400 OutOfRangeInput"),
        Arguments.of("#", "400 OutOfRangeInput"),
        Arguments.of("a?", "400 OutOfRangeInput"),
        Arguments.of("\\t", "400 OutOfRangeInput"),
        Arguments.of("\\u0000", "400 OutOfRangeInput"),
        Arguments.of("\\u007f", "400 OutOfRangeInput"),
        Arguments.of("\\u009f", "400 OutOfRangeInput"),
        Arguments.of("k".repeat(513), "400 KeyValueTooLarge"),
        Arguments.of("日".repeat(400), "400 KeyValueTooLarge"));
  }

  @ParameterizedTest
  @MethodSource("refusedKeys")
  void keysThatNoEntityMayHave(String key, String error) {
    String entity = "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\"}";
    assertThat(TableBed.error(bed.post("/people", entity.formatted(key, "r")))).isEqualTo(error);
    assertThat(TableBed.error(bed.post("/people", entity.formatted("p", key)))).isEqualTo(error);
  }

  @Test
  void longestKeysKeepTheirOrder() {
    String start = "o".repeat(511);
    for (String end : List.of("b", "a", "c")) {
      bed.post(
              "/people",
              "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\",\"long\":true}"
                  .formatted(start + end, start + end))
          .require(201);
    }
    String body = bed.get("/people()?$filter=long&$select=RowKey").require(200).body();
    assertThat(body.indexOf(start + "a")).isLessThan(body.indexOf(start + "b"));
    assertThat(body.indexOf(start + "b")).isLessThan(body.indexOf(start + "c"));
  }

  @Test
  void insertedEntityComesBackUnlessNotWanted() {
    String entity = "{\"PartitionKey\":\"i\",\"RowKey\":\"%d\",\"n\":1}";
    Reply with = bed.post("/people", entity.formatted(1)).require(201);
    assertThat(with.body()).contains("\"n\":1").contains("odata.etag");
    assertThat(with.header("location"))
        .isEqualTo("http://localhost:8902/people(PartitionKey='i',RowKey='1')");
    Reply without =
        bed.post("/people", entity.formatted(2), "prefer", "return-no-content").require(204);
    assertThat(without.header("preference-applied")).isEqualTo("return-no-content");
    assertThat(without.header("etag")).isNotEmpty();
    assertThat(TableBed.error(bed.post("/people", entity.formatted(1))))
        .isEqualTo("409 EntityAlreadyExists");
    assertThat(Double.parseDouble(with.header("x-ms-request-charge"))).isGreaterThan(4);
  }

  @Test
  void nothingIsMissingSilently() {
    assertThat(TableBed.error(bed.get("/nothing(PartitionKey='a',RowKey='b')")))
        .isEqualTo("404 TableNotFound");
    assertThat(TableBed.error(bed.get("/people(PartitionKey='a',RowKey='b')")))
        .isEqualTo("404 ResourceNotFound");
    assertThat(TableBed.error(bed.post("/people", "{\"PartitionKey\":\"a\"}")))
        .isEqualTo("400 PropertiesNeedValue");
    assertThat(TableBed.error(bed.post("/people", "{"))).isEqualTo("400 InvalidInput");
    assertThat(TableBed.error(bed.post("/people", "[]"))).isEqualTo("400 InvalidInput");
    assertThat(
            TableBed.error(
                bed.send(
                    "PUT",
                    "/people(PartitionKey='a',RowKey='b')",
                    "{\"PartitionKey\":\"c\",\"RowKey\":\"b\"}")))
        .isEqualTo("400 InvalidInput");
    assertThat(TableBed.error(bed.send("PUT", "/people", "{}"))).isEqualTo("405 MethodNotAllowed");
  }
}
