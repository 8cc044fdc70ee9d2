// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.catalog.AccountKeys;
import io.orrery.testkit.DoorClient.Reply;
import io.orrery.testkit.DoorClient.Sender;
import io.orrery.testkit.transport.ImaginaryNetwork;
import io.orrery.wire.http.HttpHeaders;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Reads on an event loop say the same as reads that may wait, or nothing.
class ReadsAtOnceTest {
  private static final String ITEM = DoorBed.DOCS + "/1";
  private static final String[] KEY = DoorBed.key("a");

  private static DoorBed bed;

  @BeforeAll
  static void start() {
    bed = DoorBed.furnished();
    bed.post(DoorBed.DOCS, "{\"id\":\"1\",\"pk\":\"a\",\"n\":1}", KEY).require(201);
  }

  @AfterAll
  static void stop() {
    bed.close();
  }

  private static String[] with(String[] headers, String... more) {
    return Stream.concat(Stream.of(headers), Stream.of(more)).toArray(String[]::new);
  }

  private static void assertSame(int status, Sender sender, String path, String... headers) {
    String[] named = with(headers, "x-ms-activity-id", UUID.randomUUID().toString());
    DoorBed.Twice read = bed.readTwice(sender, path, named);
    assertThat(read.later().status()).isEqualTo(status);
    if (read.atOnce().isEmpty() && ImaginaryNetwork.ofThisRun().isPresent()) {
      return; // Partitions behind a network have to be waited for.
    }
    Reply atOnce = read.atOnce().orElseThrow();
    assertThat(atOnce.status()).isEqualTo(status);
    assertThat(atOnce.status()).isEqualTo(read.later().status());
    assertThat(atOnce.body()).isEqualTo(read.later().body());
    assertThat(fields(atOnce)).isEqualTo(fields(read.later()));
  }

  private static List<HttpHeaders.Field> fields(Reply reply) {
    return List.copyOf(reply.headers().fields());
  }

  @Test
  void whatIsThereAndWhatIsNot() {
    assertSame(200, DoorBed.OWNER, ITEM, KEY);
    assertSame(404, DoorBed.OWNER, DoorBed.DOCS + "/2", KEY);
    assertSame(404, DoorBed.OWNER, ITEM, DoorBed.key("b"));
    assertSame(404, DoorBed.OWNER, "/dbs/shop/colls/none/docs/1", KEY);
    assertSame(400, DoorBed.OWNER, ITEM);
    assertSame(400, DoorBed.OWNER, ITEM, "x-ms-documentdb-partitionkey", "[");
  }

  @Test
  void whatTheClientKnowsAlready() {
    String etag = bed.get(ITEM, KEY).headers().find("etag").orElseThrow();
    assertSame(304, DoorBed.OWNER, ITEM, with(KEY, "If-None-Match", etag));
  }

  @Test
  void whoMayReadAndWhoMayNot() {
    assertSame(200, bed.holder(AccountKeys.Name.SECONDARY_READ_ONLY), ITEM, KEY);
    assertSame(401, Sender.holder(new byte[64]), ITEM, KEY);
  }

  @Test
  void sessionsThatHaveSeenAsMuch() {
    String seen = bed.get(ITEM, KEY).headers().find("x-ms-session-token").orElseThrow();
    assertSame(200, DoorBed.OWNER, ITEM, with(KEY, "x-ms-session-token", seen));
  }

  @Test
  void whatMayHaveToWaitIsNotAnsweredAtOnce() {
    Reply item = bed.get(ITEM, KEY);
    String range = item.headers().find("x-ms-documentdb-partitionkeyrangeid").orElseThrow();
    String self = "/" + item.member("_self");
    for (String[] request :
        List.of(
            with(new String[] {ITEM}, with(KEY, "x-ms-session-token", range + ":-1#999")),
            with(new String[] {self.substring(0, self.length() - 1)}, KEY),
            with(new String[] {DoorBed.DOCS}, KEY),
            new String[] {DoorBed.CONTAINER})) {
      String[] headers = List.of(request).subList(1, request.length).toArray(String[]::new);
      assertThat(bed.readTwice(DoorBed.OWNER, request[0], headers).atOnce()).isEmpty();
    }
  }
}
