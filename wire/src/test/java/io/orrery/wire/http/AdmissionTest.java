// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.Soon.await;
import static io.orrery.wire.http.Http2Bytes.DATA;
import static io.orrery.wire.http.Http2Bytes.END_HEADERS;
import static io.orrery.wire.http.Http2Bytes.END_STREAM;
import static io.orrery.wire.http.Http2Bytes.HEADERS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.connection.TrafficBudget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Memory for bodies is for those whom the door admits by their heads.
class AdmissionTest {
  private static final int BUDGET = 2 << 20;
  private static final String KEY = "X-Key: yes\r\n";

  private final AtomicInteger handled = new AtomicInteger();
  private final TrafficBudget budget = new TrafficBudget(BUDGET, SystemTime.TICKER);
  private OpenPort server;

  /// Answers with the length of the body, but only to those who have the key.
  private final class Door implements HttpHandler {
    @Override
    public HttpResponse handle(HttpRequest request) {
      handled.incrementAndGet();
      return refuseByHead(request)
          .orElseGet(() -> HttpResponse.text(200, "took " + request.body().length));
    }

    @Override
    public Optional<HttpResponse> refuseByHead(HttpRequest head) {
      if (head.headers().find("x-key").isEmpty()) {
        return Optional.of(HttpResponse.text(401, "who are you?"));
      }
      head.caller().recognise();
      return Optional.empty();
    }
  }

  @BeforeEach
  void start() throws IOException {
    server = OpenPort.plain("admission", new HttpCodec(new Door(), HttpLimits.DEFAULT), budget);
  }

  @AfterEach
  void nothingIsHeld() {
    try (OpenPort closing = server) {
      await().until(() -> closing.connectionCount() == 0);
      await().until(() -> budget.heldBytes() == 0);
    }
  }

  private RawClient connect() throws IOException {
    return new RawClient(server.port());
  }

  private static String post(String headers, int length) {
    return "POST / HTTP/1.1\r\nHost: a\r\n%sContent-Length: %d\r\n\r\n".formatted(headers, length);
  }

  @Test
  void largeBodyIsTakenFromWhoHasTheKey() throws IOException {
    try (RawClient client = connect()) {
      for (int length : new int[] {1_000_000, 1, 100_000, 16 * 1024, 16 * 1024 + 1}) {
        client.send(post(KEY, length) + "x".repeat(length));
        assertThat(client.readAnswer()).endsWith("took " + length);
      }
    }
  }

  @Test
  void largeBodyInChunksIsTakenFromWhoHasTheKey() throws IOException {
    String chunk = "1000\r\n" + "x".repeat(0x1000) + "\r\n";
    try (RawClient client = connect()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n" + KEY + "\r\n");
      for (int i = 0; i < 50; i++) {
        client.send(chunk);
      }
      client.send("0\r\n\r\n");
      assertThat(client.readAnswer()).endsWith("took " + 50 * 0x1000);
    }
  }

  @Test
  void largeBodyWithoutKeyIsRefusedByItsHead() throws IOException {
    try (RawClient client = connect()) {
      client.sendAsMuchAsIsTaken(
          (post("", 3_000_000) + "x".repeat(3_000_000)).getBytes(StandardCharsets.US_ASCII));
      assertThat(client.readAll()).startsWith("HTTP/1.1 401 ").endsWith("who are you?");
    }
    assertThat(handled).hasValue(0);
  }

  @Test
  void whoAsksFirstIsToldToGoOnOnlyWithTheKey() throws IOException {
    try (RawClient client = connect()) {
      client.send(post(KEY + "Expect: 100-continue\r\n", 20_000));
      assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue\r\n");
      assertThat(client.send("x".repeat(20_000)).readAnswer()).endsWith("took 20000");
    }
    try (RawClient client = connect()) {
      client.send(post("Expect: 100-continue\r\n", 2));
      assertThat(client.readAll()).startsWith("HTTP/1.1 401 ");
    }
  }

  @Test
  void unfinishedBodiesOfStrangersStopNobody() throws IOException {
    List<RawClient> strangers = new ArrayList<>();
    try (RawClient client = connect()) {
      for (int i = 0; i < 200; i++) {
        RawClient stranger = connect();
        strangers.add(stranger.send(post("", 16_000) + "x".repeat(15_999)));
      }
      await().until(() -> budget.heldBytes() >= BUDGET / 16 - 16_000);
      assertThat(budget.heldBytes()).isLessThanOrEqualTo(BUDGET / 16);
      client.send(post(KEY, 1_000_000) + "x".repeat(1_000_000));
      assertThat(client.readAnswer()).endsWith("took 1000000");
      try (RawClient newcomer = connect()) {
        assertThat(newcomer.send(post(KEY, 1) + "x").readAnswer()).endsWith("took 1");
      }
    } finally {
      for (RawClient stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void bodyOfHttp2IsAdmittedAsWell() throws IOException {
    assertThat(http2(Http2Bytes.literal("x-key", "yes"))).contains("took 48000");
    assertThat(http2(new byte[0])).contains("who are you?").doesNotContain("took");
    assertThat(handled).hasValue(1);
  }

  /// Three frames of 16,000 bytes fit into the window that a stream starts with.
  private String http2(byte[] key) throws IOException {
    var head = new ByteArrayOutputStream();
    head.writeBytes(Http2Bytes.head("/"));
    head.writeBytes(key);
    Http2Bytes input = Http2Bytes.opening().frame(HEADERS, END_HEADERS, 1, head.toByteArray());
    for (int i = 0; i < 3; i++) {
      input.frame(DATA, i < 2 ? 0 : END_STREAM, 1, new byte[16_000]);
    }
    try (RawClient client = connect()) {
      client.send(input.toByteArray());
      String all = "";
      while (!all.contains("took ") && !all.contains("you?")) {
        all += client.readSome();
      }
      return all + client.endOutput().readAll();
    }
  }
}
