// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.wire.http.HttpHeaders;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Queries on an event loop say the same as queries that may wait, or nothing.
class QueriesAtOnceTest {
  private static final int ITEMS = 300;

  private static DoorBed bed;

  @BeforeAll
  static void start() {
    bed = DoorBed.furnished();
    for (int i = 0; i < ITEMS; i++) {
      String pk = "p" + i % 10;
      bed.post(
              DoorBed.DOCS,
              "{\"id\":\"%d\",\"pk\":\"%s\",\"n\":%d,\"tag\":\"t%d\"}".formatted(i, pk, i, i % 100),
              DoorBed.key(pk))
          .require(201);
    }
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static String[] with(String[] headers, String... more) {
    return Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new);
  }

  private static String body(String query) {
    return "{'query':'" + query + "','parameters':[]}";
  }

  private static Reply assertSame(int status, String query, String... headers) {
    String[] named = with(headers, "x-ms-activity-id", UUID.randomUUID().toString());
    DoorBed.Twice asked = bed.queryTwice(query, named);
    assertThat(asked.later().status()).isEqualTo(status);
    if (asked.atOnce().isEmpty() && ImaginaryNetwork.ofThisRun().isPresent()) {
      return asked.later(); // Partitions behind a network have to be waited for.
    }
    Reply atOnce = asked.atOnce().orElseThrow();
    assertThat(atOnce.status()).isEqualTo(status);
    assertThat(atOnce.body()).isEqualTo(asked.later().body());
    assertThat(fields(atOnce)).isEqualTo(fields(asked.later()));
    return atOnce;
  }

  private static List<HttpHeaders.Field> fields(Reply reply) {
    return List.copyOf(reply.headers().fields());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "SELECT TOP 10 c.id, c.n FROM c ORDER BY c.n DESC",
        "SELECT * FROM c WHERE c.tag = \\'t7\\'",
        "SELECT VALUE c.id FROM c WHERE c.n >= 10 AND c.n < 20",
        "SELECT * FROM c WHERE c.pk = \\'p3\\'",
        "SELECT VALUE COUNT(1) FROM c WHERE c.n < 20",
        "SELECT c.tag, COUNT(1) AS k FROM c WHERE c.n < 20 GROUP BY c.tag",
        "SELECT * FROM c WHERE c.tag = \\'none\\'",
        "SELECT VALUE 1 + 1"
      })
  void shortQueries(String query) {
    assertSame(200, body(query.replace("\\'", "\\\"")));
  }

  @Test
  void parametersAndPages() {
    String query =
        "{'query':'SELECT VALUE c.n FROM c WHERE c.tag = @t','parameters':"
            + "[{'name':'@t','value':'t5'}]}";
    Reply first = assertSame(200, query, "x-ms-max-item-count", "2");
    String more = first.headers().find("x-ms-continuation").orElseThrow();
    Reply rest = assertSame(200, query, "x-ms-max-item-count", "2", "x-ms-continuation", more);
    assertThat(first.body()).contains("5,105");
    assertThat(rest.body()).contains("205");
  }

  @Test
  void refusals() {
    assertSame(400, body("SELECT * FROM"));
    assertSame(400, "{'query':5}");
    assertSame(400, body("SELECT * FROM c"), "x-ms-continuation", "nonsense");
  }

  @Test
  void sessionsThatHaveSeenAsMuch() {
    String query = body("SELECT TOP 1 VALUE c.id FROM c ORDER BY c.n DESC");
    Reply reply = assertSame(200, query);
    String seen = reply.headers().find("x-ms-session-token").orElseThrow();
    assertSame(200, query, "x-ms-session-token", seen);
  }

  @Test
  void whatMayTakeLongOrHaveToWaitIsNotAnsweredAtOnce() {
    String range =
        bed.get(DoorBed.DOCS + "/1", DoorBed.key("p1"))
            .headers()
            .find("x-ms-documentdb-partitionkeyrangeid")
            .orElseThrow();
    assertLater("SELECT * FROM c");
    assertLater("SELECT VALUE COUNT(1) FROM c WHERE c.n < 200");
    assertLater("SELECT VALUE c.id FROM c WHERE c.n < 10 AND RegexMatch(c.tag, \\\"t.*\\\")");
    assertLater("SELECT VALUE udf.f(c.n) FROM c WHERE c.n = 1");
    assertLater("SELECT TOP 1 * FROM c ORDER BY c.n", "x-ms-session-token", range + ":-1#9999");
    assertLater("SELECT VALUE \\\"" + "x".repeat(5000) + "\\\" FROM c WHERE c.n = 1");
  }

  private static void assertLater(String query, String... headers) {
    assertThat(bed.queryAtOnce(body(query), headers)).isEmpty();
  }

  /// Each attempt in vain costs something.
  @Test
  void aQueryThatTookLongIsTriedLessOften() {
    String query = body("SELECT VALUE c.id FROM c WHERE c.n >= 0");
    assertThat(bed.queryAtOnce(query)).isEmpty();
    String few = "{'query':'SELECT VALUE c.id FROM c WHERE c.n >= @n','parameters':[%s]}";
    String all = few.formatted("{'name':'@n','value':0}");
    String one = few.formatted("{'name':'@n','value':299}");
    if (ImaginaryNetwork.ofThisRun().isPresent()) {
      return;
    }
    assertThat(bed.queryAtOnce(one)).isPresent();
    assertThat(bed.queryAtOnce(all)).isEmpty();
    assertThat(bed.queryAtOnce(one)).isEmpty(); // not even tried
    assertThat(bed.queryAtOnce(one)).isPresent();
    assertThat(bed.queryAtOnce(all)).isEmpty();
    Optional<Reply> afterwards = Optional.empty();
    for (int i = 0; i < 3 && afterwards.isEmpty(); i++) {
      afterwards = bed.queryAtOnce(one);
    }
    assertThat(afterwards).isPresent();
  }

  /// Whoever is asked again charges once.
  @Test
  void whatIsGivenUpIsNotPaidFor() {
    String query = body("SELECT VALUE c.pk FROM c WHERE c.n >= 1");
    DoorBed.Twice asked = bed.queryTwice(query);
    assertThat(asked.atOnce()).isEmpty();
    assertThat(charge(asked.later())).isEqualTo(charge(bed.queryTwice(query).later()));
  }

  private static String charge(Reply reply) {
    return reply.headers().find("x-ms-request-charge").orElseThrow();
  }
}
