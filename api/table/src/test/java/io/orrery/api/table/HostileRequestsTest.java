// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.table;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.Limits;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.LocalEngine;
import io.orrery.wire.http.PercentEncoding;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/// Requests that nobody should send, and too many of those that anybody may.
class HostileRequestsTest {
  private static final long SEED = 20_261_116;

  private record Template(String method, String target, String body, String header, String value) {}

  private static final List<Template> TEMPLATES =
      List.of(
          new Template("GET", "/people(PartitionKey='p',RowKey='r')", "", "accept", "*/*"),
          new Template(
              "GET", "/people()?$filter=n%20eq%201%20and%20s%20lt%20'x'&$top=5", "", "prefer", "x"),
          new Template(
              "POST",
              "/people",
              "{\"PartitionKey\":\"p\",\"RowKey\":\"r\",\"l@odata.type\":\"Edm.Int64\",\"l\":\"5\"}",
              "prefer",
              "return-no-content"),
          new Template(
              "MERGE",
              "/people(PartitionKey='p',RowKey='r')",
              "{\"n\":1.5,\"t@odata.type\":\"Edm.DateTime\",\"t\":\"2026-01-01T00:00:00Z\"}",
              "if-match",
              "W/\"datetime'2026-11-16T09%3A06%3A31.126000000000000200000Z'\""),
          new Template(
              "POST", "/Tables", "{\"TableName\":\"abc\"}", "x-ms-offer-throughput", "400"),
          new Template("PUT", "/people?comp=acl", "<SignedIdentifiers/>", "accept", "*/*"),
          new Template(
              "GET", "/?restype=service&comp=properties", "", "accept", "application/xml"));

  private final Random random = new Random(SEED);

  private String mutated(String text, int from, int to) {
    StringBuilder out = new StringBuilder(text);
    for (int changes = random.nextInt(4); changes > 0 && !out.isEmpty(); changes--) {
      int at = random.nextInt(out.length());
      switch (random.nextInt(3)) {
        case 0 -> out.setCharAt(at, (char) (from + random.nextInt(to - from)));
        case 1 -> out.deleteCharAt(at);
        default -> out.insert(at, (char) (from + random.nextInt(to - from)));
      }
    }
    return out.toString();
  }

  @Test
  void noiseEndsInAnErrorOfThisProtocol() {
    try (TableBed bed = TableBed.with("people")) {
      for (int i = 0; i < 3000; i++) {
        Template template = TEMPLATES.get(random.nextInt(TEMPLATES.size()));
        String target = "/" + mutated(template.target().substring(1), 33, 126);
        String body = mutated(template.body(), 1, 300);
        String value = mutated(template.value(), 32, 126);
        Reply reply = bed.send(template.method(), target, body, template.header(), value);
        assertThat(reply.status())
            .as("seed %d, round %d: %s %s %s", SEED, i, template.method(), target, body)
            .isBetween(200, 501)
            .isNotEqualTo(500);
        if (reply.status() >= 400) {
          assertThat(reply.header("x-ms-error-code")).isNotEmpty();
        }
      }
    }
  }

  @Test
  void deepAndLargeBodiesAreRefused() {
    try (TableBed bed = TableBed.with("people")) {
      String deep = "[".repeat(100_000);
      assertThat(bed.post("/people", "{\"v\":" + deep).status()).isEqualTo(400);
      assertThat(bed.post("/Tables", deep).status()).isEqualTo(400);
      String filter = PercentEncoding.encodeWhole("n eq 1 ".repeat(5000));
      assertThat(bed.get("/people()?$filter=" + filter).status()).isEqualTo(400);
    }
  }

  @Test
  void whoIsTooFastIsToldHowLongToWait() {
    var options = new LocalEngine.Options(Limits.DEFAULT, true, InstantSource.system());
    try (TableBed bed = new TableBed(options)) {
      bed.post("/Tables", "{\"TableName\":\"slow\"}").require(201);
      Reply reply = bed.post("/slow", "{\"PartitionKey\":\"p\",\"RowKey\":\"0\"}").require(201);
      for (int i = 1; i < 1000 && reply.status() == 201; i++) {
        reply = bed.post("/slow", "{\"PartitionKey\":\"p\",\"RowKey\":\"%d\"}".formatted(i));
      }
      assertThat(TableBed.error(reply)).isEqualTo("429 TooManyRequests");
      assertThat(Long.parseLong(reply.header("x-ms-retry-after-ms"))).isPositive();
      assertThat(Long.parseLong(reply.header("retry-after"))).isPositive();
      assertThat(reply.header("x-ms-request-charge")).isNotEmpty();
    }
  }
}
