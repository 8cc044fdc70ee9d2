// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Entity group transactions: all or nothing, and MIME of every kind.
class GroupTransactionsTest {
  private static final String TYPE = "multipart/mixed; boundary=batch_1";
  private static TableBed bed;
  private static int groups;

  @BeforeAll
  static void open() {
    bed = TableBed.with("people");
  }

  @AfterAll
  static void close() {
    bed.close();
  }

  private static String step(String method, String path, String headers, String body) {
    return "--changeset_1\r\n"
        + "Content-Type: application/http\r\n"
        + "Content-Transfer-Encoding: binary\r\n\r\n"
        + method
        + " http://localhost:8902"
        + path
        + " HTTP/1.1\r\n"
        + headers
        + "\r\n"
        + body
        + "\r\n";
  }

  private static String insert(String partition, String row, String properties) {
    return step(
        "POST",
        "/people",
        "Content-Type: application/json\r\nPrefer: return-no-content\r\n",
        "{\"PartitionKey\":\"%s\",\"RowKey\":\"%s\"%s}".formatted(partition, row, properties));
  }

  private static String envelope(String steps) {
    return "--batch_1\r\nContent-Type: multipart/mixed; boundary=changeset_1\r\n\r\n"
        + steps
        + "--changeset_1--\r\n--batch_1--\r\n";
  }

  private static Reply send(String steps) {
    return bed.post("/$batch", envelope(steps), "content-type", TYPE);
  }

  /// The statuses inside an answer, and what failed.
  private static String outcome(Reply reply) {
    if (reply.status() != 202) {
      return TableBed.error(reply);
    }
    List<String> found = new ArrayList<>();
    for (String line : reply.body().split("\r\n", -1)) {
      if (line.startsWith("HTTP/1.1 ")) {
        found.add(line.substring(9, 12));
      }
    }
    int at = reply.body().indexOf("\"value\":\"");
    String index = at < 0 ? "" : reply.body().substring(at + 9, reply.body().indexOf(':', at + 9));
    String code = TableBed.error(reply).substring(3).strip();
    return String.join(" ", found) + (index.isEmpty() ? "" : " " + index + " " + code);
  }

  private static int count(String partition) {
    String keys =
        FiltersTest.keys(bed.get("/people()?$filter=PartitionKey%20eq%20'" + partition + "'"));
    return keys.isEmpty() ? 0 : keys.split(" ", -1).length;
  }

  static Stream<Arguments> groups() {
    String put = "(PartitionKey='%s',RowKey='%s')";
    return Stream.of(
        Arguments.of("one insert", "I1", "204", 1),
        Arguments.of("two inserts", "I1 I2", "204 204", 2),
        Arguments.of("insert twice", "I1 I1", "400 1 InvalidDuplicateRow", 0),
        Arguments.of("insert and delete it", "I1 D1", "400 1 InvalidDuplicateRow", 0),
        Arguments.of("insert what is there", "I1 IX", "409 1 EntityAlreadyExists", 0),
        Arguments.of("the last of many", "I1 I2 I3 I4 IX", "409 4 EntityAlreadyExists", 0),
        Arguments.of("update what is not there", "I1 U2", "404 1 ResourceNotFound", 0),
        Arguments.of("merge what is not there", "M2", "404 0 ResourceNotFound", 0),
        Arguments.of("delete what is not there", "I1 I3 D2", "404 2 ResourceNotFound", 0),
        Arguments.of("upserts", "P1 Q2", "204 204", 2),
        Arguments.of("upserts in POST", "R1 S2", "204 204", 2),
        Arguments.of("update, merge, delete", "UX I1", "204 204", 1),
        Arguments.of("merge what is there", "MX I1", "204 204", 1),
        Arguments.of("delete what is there", "DX I1", "204 204", 1),
        Arguments.of("wrong etag", "I1 EX", "412 1 UpdateConditionNotSatisfied", 0),
        Arguments.of(
            "two partition keys", "I1 O2", "400 1 CommandsInBatchActOnDifferentPartitions", 0),
        Arguments.of("two tables", "I1 T2", "400 1 InvalidInput", 0),
        Arguments.of("a read among changes", "I1 G2", "400 1 InvalidInput", 0),
        Arguments.of("a table among changes", "I1 C2", "501 1 NotImplemented", 0),
        Arguments.of("a malformed entity", "I1 B2", "400 1 InvalidInput", 0),
        Arguments.of("a key that cannot be", "I1 K2", "400 1 OutOfRangeInput", 0),
        Arguments.of("delete without If-Match", "I1 N2", "400 1 MissingRequiredHeader", 0),
        Arguments.of(put, "I1", "204", 1));
  }

  /// The entity X is there beforehand, under the same partition key.
  private static String steps(String partition, String letters) {
    StringBuilder out = new StringBuilder();
    for (String each : letters.split(" ", -1)) {
      String row = each.substring(1);
      String at = "/people(PartitionKey='%s',RowKey='%s')".formatted(partition, row);
      out.append(
          switch (each.charAt(0)) {
            case 'I' -> insert(partition, row, ",\"n\":1");
            case 'U' -> step("PUT", at, "If-Match: *\r\n", "{\"n\":2}");
            case 'M' -> step("PATCH", at, "If-Match: *\r\n", "{\"n\":2}");
            case 'D' -> step("DELETE", at, "If-Match: *\r\n", "");
            case 'E' -> step("MERGE", at, "If-Match: W/\"datetime'x'\"\r\n", "{\"n\":2}");
            case 'P' -> step("PUT", at, "", "{\"n\":2}");
            case 'Q' -> step("MERGE", at, "", "{\"n\":2}");
            case 'R' -> step("POST", at, "X-HTTP-Method: PUT\r\n", "{\"n\":2}");
            case 'S' -> step("POST", at, "X-HTTP-Method: MERGE\r\n", "{\"n\":2}");
            case 'O' -> insert(partition + "x", row, "");
            case 'T' -> step("POST", "/others", "", "{\"PartitionKey\":\"a\",\"RowKey\":\"b\"}");
            case 'G' -> step("GET", at, "", "");
            case 'C' -> step("POST", "/Tables", "", "{\"TableName\":\"abc\"}");
            case 'B' -> step("PUT", at, "", "{");
            case 'K' -> insert(partition, "a/b", "");
            case 'N' -> step("DELETE", at, "", "");
            default -> throw new IllegalArgumentException(each);
          });
    }
    return out.toString();
  }

  @ParameterizedTest
  @MethodSource("groups")
  void allOrNothing(String name, String letters, String expected, int added) {
    String partition = "g" + groups++;
    bed.send("PUT", "/people(PartitionKey='%s',RowKey='X')".formatted(partition), "{}")
        .require(204);
    Reply reply = send(steps(partition, letters));
    assertThat(outcome(reply)).as(name).isEqualTo(expected);
    int gone = letters.contains("DX") ? 1 : 0;
    assertThat(count(partition)).isEqualTo(1 + added - gone);
  }

  @Test
  void aHundredOperationsAndNotOneMore() {
    for (int size : List.of(100, 101)) {
      String partition = "h" + size;
      StringBuilder steps = new StringBuilder();
      for (int i = 0; i < size; i++) {
        steps.append(insert(partition, "r" + i, ""));
      }
      Reply reply = send(steps.toString());
      assertThat(reply.status()).isEqualTo(size == 100 ? 202 : 400);
      assertThat(count(partition)).isEqualTo(size == 100 ? 100 : 0);
    }
  }

  @Test
  void insertsTellEtagAndPlaceAndIds() {
    String part =
        insert("ids", "1", "").replace("Content-Transfer", "Content-ID: 7\r\nContent-Transfer");
    Reply reply = send(part);
    assertThat(reply.header("content-type")).startsWith("multipart/mixed; boundary=batchresponse_");
    assertThat(reply.body())
        .contains("Content-ID: 7\r\n", "ETag: W/", "DataServiceId: http://localhost:8902/people(")
        .contains("Preference-Applied: return-no-content");
    assertThat(Double.parseDouble(reply.header("x-ms-request-charge"))).isGreaterThan(4);
  }

  @Test
  void aQueryAloneIsABatchToo() {
    bed.send("PUT", "/people(PartitionKey='query',RowKey='1')", "{}").require(204);
    String query =
        """
        --batch_1
        Content-Type: application/http
        Content-Transfer-Encoding: binary

        GET http://localhost:8902/people()?$filter=PartitionKey%20eq%20'query' HTTP/1.1
        Accept: application/json;odata=nometadata


        --batch_1--
        """;
    Reply reply = bed.post("/$batch", query, "content-type", TYPE);
    assertThat(outcome(reply)).isEqualTo("200");
    assertThat(reply.body()).contains("\"RowKey\":\"1\"");
  }

  @Test
  void unicodeAndLooseLinesAreRead() {
    String body = envelope(insert("loose", "ü", ",\"s\":\"日本\"")).replace("\r\n", "\n");
    assertThat(outcome(bed.post("/$batch", body, "content-type", TYPE))).isEqualTo("204");
    assertThat(bed.get("/people(PartitionKey='loose',RowKey='%C3%BC')").require(200).member("s"))
        .isEqualTo("日本");
    String quoted = envelope(insert("loose", "2", "")).replace("=changeset_1", "=\"changeset_1\"");
    assertThat(
            outcome(
                bed.post(
                    "/$batch", quoted, "content-type", "Multipart/Mixed;boundary=\"batch_1\"")))
        .isEqualTo("204");
    String preamble = "hello\r\n" + envelope(insert("loose", "3", "")) + "bye";
    assertThat(outcome(bed.post("/$batch", preamble, "content-type", TYPE))).isEqualTo("204");
  }

  static Stream<Arguments> malformed() {
    String good = envelope(insert("bad", "1", ""));
    return Stream.of(
        Arguments.of(TYPE, ""),
        Arguments.of(TYPE, "nonsense"),
        Arguments.of(TYPE, "--batch_1--\r\n"),
        Arguments.of(TYPE, "--batch_1\r\n--batch_1--\r\n"),
        Arguments.of(TYPE, good.replace("--batch_1--", "")),
        Arguments.of(TYPE, good.replace("--changeset_1--", "")),
        Arguments.of(TYPE, good.replace("batch_1", "other")),
        Arguments.of(TYPE, good.replace("boundary=changeset_1", "boundary=other")),
        Arguments.of(TYPE, good.replace("; boundary=changeset_1", "")),
        Arguments.of(TYPE, good.replace("application/http", "text/plain")),
        Arguments.of(TYPE, good.replace("Content-Type: application/http\r\n", "")),
        Arguments.of(TYPE, good.replace(" HTTP/1.1", "")),
        Arguments.of(TYPE, good.replace("POST http", "http")),
        Arguments.of(TYPE, good.replace("POST", "")),
        Arguments.of(TYPE, good.replace("Prefer: ", "Prefer ")),
        Arguments.of(TYPE, good.replace("Prefer: ", ": ")),
        Arguments.of(TYPE, envelope("")),
        Arguments.of(TYPE, good.replace("--batch_1--", good)),
        Arguments.of("multipart/mixed", good),
        Arguments.of("multipart/mixed; boundary=", good),
        Arguments.of("multipart/mixed; boundary=" + "b".repeat(300), good),
        Arguments.of("application/json", good),
        Arguments.of("", good));
  }

  @ParameterizedTest
  @MethodSource("malformed")
  void malformedMimeIsRefusedAndDoesNothing(String type, String body) {
    Reply reply =
        type.isEmpty()
            ? bed.post("/$batch", body)
            : bed.post("/$batch", body, "content-type", type);
    assertThat(TableBed.error(reply)).isEqualTo("400 InvalidInput");
    assertThat(count("bad")).isZero();
  }

  /// Whatever the bytes: an answer of ours, and quickly.
  @Test
  void noiseEndsInAnError() {
    long seed = 20_261_116;
    Random random = new Random(seed);
    byte[] good =
        envelope(insert("noise", "1", "") + insert("noise", "2", ""))
            .getBytes(StandardCharsets.ISO_8859_1);
    for (int i = 0; i < 400; i++) {
      byte[] noisy = good.clone();
      for (int changes = random.nextInt(6) + 1; changes > 0; changes--) {
        noisy[random.nextInt(noisy.length)] = (byte) (random.nextInt(96) + 32);
      }
      int cut = random.nextInt(3) == 0 ? random.nextInt(noisy.length) : noisy.length;
      String body = new String(noisy, 0, cut, StandardCharsets.ISO_8859_1);
      Reply reply = bed.post("/$batch", body, "content-type", TYPE);
      assertThat(reply.status()).as("seed %d, round %d: %s", seed, i, body).isBetween(200, 501);
      assertThat(reply.status()).isNotEqualTo(500);
    }
  }
}
