// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import io.orrery.wire.http.PercentEncoding;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/// The service's limits: what lies on one is taken, what lies beyond is refused with its code,
/// however it came to be there.
class TableLimitsTest {
  private static TableBed bed;
  private static int rows;

  @BeforeAll
  static void start() {
    bed = TableBed.with("people");
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static String newRow() {
    return "row" + rows++;
  }

  private static String address(String row) {
    return "/people(PartitionKey='p',RowKey='" + row + "')";
  }

  private static String properties(String prefix, int count, String value) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < count; i++) {
      out.append(i == 0 ? "" : ",").append("\"%s%d\":%s".formatted(prefix, i, value));
    }
    return out.toString();
  }

  private static Reply insert(String row, String properties) {
    String keys = "\"PartitionKey\":\"p\",\"RowKey\":\"%s\"".formatted(row);
    return bed.post("/people", "{" + keys + (properties.isEmpty() ? "" : ",") + properties + "}");
  }

  /// The same entity by each way that makes one.
  private static Reply make(String way, String row, String properties) {
    String body = "{" + properties + "}";
    return switch (way) {
      case "insert" -> insert(row, properties);
      case "upsert" -> bed.send("PUT", address(row), body);
      case "upsert by merge" -> bed.send("MERGE", address(row), body);
      case "replace" -> {
        insert(row, "").require(201);
        yield bed.send("PUT", address(row), body, "if-match", "*");
      }
      case "merge" -> {
        insert(row, "").require(201);
        yield bed.send("PATCH", address(row), body, "if-match", "*");
      }
      case "batch" -> innermost(batch(List.of(part("PUT", address(row), body))));
      case "batch with merge" -> innermost(batch(List.of(part("MERGE", address(row), body))));
      default -> throw new IllegalArgumentException(way);
    };
  }

  private static String part(String method, String target, String body) {
    return "--changeset\r\nContent-Type: application/http\r\n\r\n%s http://localhost%s HTTP/1.1\r\n"
            .formatted(method, target)
        + "Content-Type: application/json\r\n\r\n"
        + body
        + "\r\n";
  }

  private static Reply batch(List<String> parts) {
    return bed.post(
        "/$batch",
        "--batch\r\nContent-Type: multipart/mixed; boundary=changeset\r\n\r\n"
            + String.join("", parts)
            + "--changeset--\r\n--batch--\r\n",
        "content-type",
        "multipart/mixed; boundary=batch");
  }

  /// The status that stands in the first part of a batch's answer.
  private static Reply innermost(Reply outer) {
    outer.require(202);
    int at = outer.body().indexOf("HTTP/1.1 ");
    return new Reply(
        Integer.parseInt(outer.body().substring(at + 9, at + 12)), outer.headers(), outer.body());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert",
        "upsert",
        "upsert by merge",
        "replace",
        "merge",
        "batch",
        "batch with merge"
      })
  void properties(String way) {
    assertThat(make(way, newRow(), properties("p", 252, "1")).status()).isBetween(201, 204);
    assertThat(TableBed.error(make(way, newRow(), properties("p", 253, "1"))))
        .isEqualTo("400 TooManyProperties");
    assertThat(TableBed.error(make(way, newRow(), properties("p", 5000, "1"))))
        .isEqualTo("400 TooManyProperties");
  }

  @ParameterizedTest
  @ValueSource(strings = {"merge", "upsert by merge", "batch with merge"})
  void propertiesThatAMergeAdds(String way) {
    String row = newRow();
    insert(row, properties("a", 200, "1")).require(201);
    String target = address(row);
    String body = "{" + properties("b", 53, "1") + "}";
    String[] match = way.equals("merge") ? new String[] {"if-match", "*"} : new String[0];
    Reply refused =
        way.startsWith("batch")
            ? innermost(batch(List.of(part("MERGE", target, body))))
            : bed.send("MERGE", target, body, match);
    assertThat(TableBed.error(refused)).isEqualTo("400 TooManyProperties");
    assertThat(bed.get(target).require(200).body()).doesNotContain("\"b0\"");
    bed.send("MERGE", target, "{" + properties("b", 52, "1") + "}", match).require(204);
    bed.send("MERGE", target, "{" + properties("a", 200, "2") + "}", match).require(204);
    assertThat(TableBed.error(bed.send("MERGE", target, "{\"one\":1}", match)))
        .isEqualTo("400 TooManyProperties");
  }

  private static String text(int characters) {
    return "\"" + "ä".repeat(characters) + "\"";
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "insert",
        "upsert",
        "upsert by merge",
        "replace",
        "merge",
        "batch",
        "batch with merge"
      })
  void entitiesOfOneMebibyte(String way) {
    String fifteen = properties("p", 15, text(32 * 1024));
    assertThat(make(way, newRow(), fifteen + ",\"q\":" + text(32_000)).status())
        .isBetween(201, 204);
    assertThat(TableBed.error(make(way, newRow(), fifteen + ",\"q\":" + text(32 * 1024))))
        .isEqualTo("400 EntityTooLarge");
  }

  @Test
  void whatAMergeAddsCountsForTheEntity() {
    String row = newRow();
    insert(row, properties("p", 15, text(32 * 1024))).require(201);
    assertThat(TableBed.error(bed.send("MERGE", address(row), "{\"q\":" + text(32 * 1024) + "}")))
        .isEqualTo("400 EntityTooLarge");
    bed.send("MERGE", address(row), "{\"p0\":\"\",\"q\":" + text(32 * 1024) + "}").require(204);
  }

  @ParameterizedTest
  @CsvSource({
    "32768, 65536, 204 204",
    "32769, 65537, 400 PropertyValueTooLarge 400 PropertyValueTooLarge",
  })
  void textsAndBinaries(int characters, int bytes, String expected) {
    String binary = Base64.getEncoder().encodeToString(new byte[bytes]);
    assertThat(
            TableBed.error(bed.send("PUT", address(newRow()), "{\"t\":" + text(characters) + "}"))
                + " "
                + TableBed.error(
                    bed.send(
                        "PUT",
                        address(newRow()),
                        "{\"b@odata.type\":\"Edm.Binary\",\"b\":\"" + binary + "\"}")))
        .isEqualTo(expected);
  }

  @ParameterizedTest
  @CsvSource({
    "512, x, 204",
    "513, x, 400 KeyValueTooLarge",
    "511, ä, 204",
    "512, ä, 400 KeyValueTooLarge",
    "340, 日, 204",
    "341, 日, 400 KeyValueTooLarge"
  })
  void keys(int length, String character, String expected) {
    String key = character.repeat(length);
    String sent = PercentEncoding.encodeWhole(key);
    assertThat(
            TableBed.error(
                bed.send("PUT", "/people(PartitionKey='%s',RowKey='r')".formatted(sent), "{}")))
        .isEqualTo(expected);
    assertThat(
            TableBed.error(
                bed.send("PUT", "/people(PartitionKey='p',RowKey='%s')".formatted(sent), "{}")))
        .isEqualTo(expected);
  }

  @Test
  void batchesOfAHundredOperations() {
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      parts.add(part("PUT", address(newRow()), "{}"));
    }
    assertThat(innermost(batch(parts)).status()).isEqualTo(204);
    parts.add(part("PUT", address(newRow()), "{}"));
    assertThat(TableBed.error(batch(parts))).isEqualTo("400 InvalidInput");
  }

  @Test
  void batchesOfFourMebibytes() {
    String most = "{" + properties("p", 15, "\"" + "x".repeat(32 * 1024) + "\"") + "}";
    List<String> parts = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      parts.add(part("PUT", address(newRow()), most));
    }
    assertThat(innermost(batch(parts)).status()).isEqualTo(204);
    parts.add(part("PUT", address(newRow()), most));
    assertThat(TableBed.error(batch(parts))).isEqualTo("413 RequestBodyTooLarge");
  }
}
