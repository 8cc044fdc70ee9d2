// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Pages of other origins: preflights, and what answers to their requests say.
class CorsTest {
  private static final String PROPERTIES = "/?restype=service&comp=properties";
  private static TableBed bed;

  @BeforeAll
  static void start() {
    bed = TableBed.with("people");
    set(
        rule("https://exact.example", "GET,POST", "x-ms-date,accept*", "x-ms-request-id", 60)
            + rule("https://*.wild.example", "PUT", "*", "", 5)
            + rule("*", "MERGE", "", "etag,x-ms-*", 7));
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static String rule(
      String origins, String methods, String allowed, String exposed, int age) {
    return ("<CorsRule><AllowedOrigins>%s</AllowedOrigins><AllowedMethods>%s</AllowedMethods>"
            + "<AllowedHeaders>%s</AllowedHeaders><ExposedHeaders>%s</ExposedHeaders>"
            + "<MaxAgeInSeconds>%d</MaxAgeInSeconds></CorsRule>")
        .formatted(origins, methods, allowed, exposed, age);
  }

  private static void set(String rules) {
    bed.send(
            "PUT",
            PROPERTIES,
            "<StorageServiceProperties><Cors>" + rules + "</Cors></StorageServiceProperties>")
        .require(202);
  }

  private static Reply preflight(String origin, String method, String headers) {
    List<String> sent = new ArrayList<>();
    if (!origin.isEmpty()) {
      sent.addAll(List.of("origin", origin));
    }
    if (!method.isEmpty()) {
      sent.addAll(List.of("access-control-request-method", method));
    }
    if (!headers.isEmpty()) {
      sent.addAll(List.of("access-control-request-headers", headers));
    }
    return bed.raw("OPTIONS", "/not(there", "", sent.toArray(String[]::new));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "https://exact.example | GET | '' | 60",
        "https://exact.example | POST | x-ms-date | 60",
        "https://exact.example | GET | X-MS-Date, Accept, accept-charset | 60",
        "https://exact.example | GET | x-ms-date2 | 0",
        "https://exact.example | PUT | '' | 0",
        "https://exact.example | get | '' | 0",
        "https://EXACT.example | GET | '' | 0",
        "http://exact.example | GET | '' | 0",
        "https://exact.example:443 | GET | '' | 0",
        "https://a.wild.example | PUT | anything,at-all | 5",
        "https://a.b.wild.example | PUT | '' | 5",
        "https://wild.example | PUT | '' | 0",
        "https://.wild.example | PUT | '' | 0",
        "http://a.wild.example | PUT | '' | 0",
        "https://a.wild.example.org | PUT | '' | 0",
        "https://a.wild.example | MERGE | '' | 7",
        "null | MERGE | '' | 7",
        "https://anybody | MERGE | x | 0",
      })
  void preflightsAreAnsweredByTheFirstRuleThatFits(
      String origin, String method, String headers, int age) {
    Reply reply = preflight(origin, method, headers);
    if (age == 0) {
      assertThat(TableBed.error(reply)).isEqualTo("403 CorsPreflightFailure");
      assertThat(reply.header("access-control-allow-origin")).isEmpty();
      return;
    }
    reply.require(200);
    assertThat(reply.body()).isEmpty();
    assertThat(reply.header("access-control-allow-origin")).isEqualTo(origin);
    assertThat(reply.header("access-control-allow-methods")).isEqualTo(method);
    assertThat(reply.header("access-control-allow-headers")).isEqualTo(headers);
    assertThat(reply.header("access-control-max-age")).isEqualTo(Integer.toString(age));
    assertThat(reply.header("access-control-allow-credentials")).isEqualTo("true");
    assertThat(reply.header("x-ms-request-id")).isNotEmpty();
  }

  @Test
  void preflightsNameOriginAndMethod() {
    assertThat(TableBed.error(preflight("", "GET", ""))).isEqualTo("400 InvalidHeaderValue");
    assertThat(TableBed.error(preflight("https://exact.example", "", "")))
        .isEqualTo("400 InvalidHeaderValue");
  }

  /// As the service's table has it: which headers an answer has, by its origin and the rules.
  @ParameterizedTest
  @CsvSource({
    "GET, https://exact.example, https://exact.example, Origin, x-ms-request-id",
    "GET, https://other.example, '', Origin, ''",
    "GET, '', '', Origin, ''",
    "POST, https://exact.example, https://exact.example, '', x-ms-request-id",
    "POST, https://other.example, '', '', ''",
    "MERGE, https://other.example, *, '', 'etag,x-ms-*'",
    "MERGE, '', *, '', 'etag,x-ms-*'",
  })
  void answersSayWhichPagesMaySeeThem(
      String method, String origin, String allowed, String vary, String exposed) {
    String[] headers = origin.isEmpty() ? new String[0] : new String[] {"origin", origin};
    String target = method.equals("POST") ? "/people" : "/people(PartitionKey='p',RowKey='r')";
    Reply signed = bed.send(method, target, "{}", headers);
    Reply refused = bed.raw(method, target, "{}", headers);
    assertThat(refused.status()).isEqualTo(403);
    for (Reply reply : List.of(signed, refused)) {
      assertThat(reply.header("access-control-allow-origin")).isEqualTo(allowed);
      assertThat(reply.header("vary")).isEqualTo(vary);
      assertThat(reply.header("access-control-expose-headers")).isEqualTo(exposed);
      assertThat(reply.header("access-control-allow-credentials"))
          .isEqualTo(allowed.startsWith("https") ? "true" : "");
    }
  }

  @Test
  void withoutRulesThereIsNone() {
    try (TableBed fresh = TableBed.with("people")) {
      Reply reply = fresh.get("/people()", "origin", "https://exact.example").require(200);
      assertThat(reply.header("access-control-allow-origin")).isEmpty();
      assertThat(reply.header("vary")).isEmpty();
      Reply refused =
          fresh.raw(
              "OPTIONS",
              "/people",
              "",
              "origin",
              "https://exact.example",
              "access-control-request-method",
              "GET");
      assertThat(TableBed.error(refused)).isEqualTo("403 CorsPreflightFailure");
    }
  }
}
