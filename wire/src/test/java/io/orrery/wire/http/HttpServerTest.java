// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.SystemTime;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.connection.Refusal;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HttpServerTest {
  private static final String HOST = "Host: localhost\r\n";
  private static final HttpHeaders SHARED =
      HttpHeaders.builder().add("Server", "orrery").add("X-Kind", "test").build();

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final CountDownLatch left = new CountDownLatch(1);
  private OpenPort server;

  @BeforeEach
  void start() throws IOException {
    server = start(this::handle);
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
  }

  private static OpenPort start(HttpHandler handler) throws IOException {
    return OpenPort.plain("test", codec(handler), budget());
  }

  private static HttpCodec codec(HttpHandler handler) {
    return new HttpCodec(handler, HttpLimits.DEFAULT);
  }

  private static TrafficBudget budget() {
    return TrafficBudget.ofThisProcess(SystemTime.TICKER);
  }

  private HttpResponse handle(HttpRequest request) {
    return switch (request.path()) {
      case "/fail" -> throw new IllegalStateException("as the test wants");
      case "/inject" ->
          new HttpResponse(200, HttpHeaders.of("X", "a\r\nSet-Cookie: b"), new byte[0]);
      case "/gone" -> new HttpResponse(204, HttpHeaders.NONE, new byte[] {1});
      case "/shared" ->
          new HttpResponse(200, HttpHeaders.builder(SHARED).add("X-Own", "1").build(), new byte[0]);
      case "/watch" -> {
        entered.countDown();
        assertThatThrownBy(release::await).isInstanceOf(InterruptedException.class);
        left.countDown();
        yield HttpResponse.text(200, "nobody reads this");
      }
      case "/wait" -> {
        entered.countDown();
        await(release);
        yield HttpResponse.text(200, "waited");
      }
      default -> HttpResponse.text(200, echo(request));
    };
  }

  private static String echo(HttpRequest request) {
    return String.join(
        "|",
        request.method(),
        request.path(),
        request.query(),
        request.headers().find("x-test").orElse("-"),
        new String(request.body(), StandardCharsets.UTF_8));
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private RawClient connect() throws IOException {
    return new RawClient(server.port());
  }

  @Test
  void requestArrivesAsSentAndAnswerIsFramed() throws IOException {
    try (RawClient client = connect()) {
      client.send(
          "POST /a%20b?c=%2F&d HTTP/1.1\r\n" + HOST + "X-TEST: 1\r\nContent-Length: 2\r\n\r\nhi");
      assertThat(client.readAnswer())
          .startsWith("HTTP/1.1 200 OK\r\n")
          .contains("content-length: 24\r\n")
          .endsWith("POST|/a%20b|c=%2F&d|1|hi");
    }
  }

  @Test
  void absoluteTargetLosesItsHost() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET http://somewhere:1?q HTTP/1.1\r\n" + HOST + "\r\n");
      assertThat(client.readAnswer()).endsWith("GET|/|q|-|");
    }
  }

  @Test
  void connectionServesOneRequestAfterTheOther() throws IOException {
    try (RawClient client = connect()) {
      for (int i = 0; i < 5; i++) {
        client.send("GET /" + i + " HTTP/1.1\r\n" + HOST + "\r\n");
        assertThat(client.readAnswer()).endsWith("GET|/" + i + "||-|");
      }
    }
  }

  @Test
  void pipelinedRequestsAreAnsweredInOrder() throws IOException {
    try (RawClient client = connect()) {
      client.send(
          "GET /wait HTTP/1.1\r\n"
              + HOST
              + "\r\n"
              + "PUT /1 HTTP/1.1\r\n"
              + HOST
              + "Content-Length: 3\r\n\r\none"
              + "GET /2 HTTP/1.1\r\n"
              + HOST
              + "\r\n");
      await(entered);
      release.countDown();
      assertThat(client.readAnswer()).endsWith("waited");
      assertThat(client.readAnswer()).endsWith("PUT|/1||-|one");
      assertThat(client.readAnswer()).endsWith("GET|/2||-|");
    }
  }

  @Test
  void headGetsTheLengthButNotTheBody() throws IOException {
    try (RawClient client = connect()) {
      client.send("HEAD /x HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
      assertThat(client.readAll()).contains("content-length: 11\r\n").endsWith("\r\n\r\n");
    }
  }

  @Test
  void oldClientsAreClosedUnlessTheyAskForMore() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /1 HTTP/1.0\r\nConnection: keep-alive\r\n\r\n");
      assertThat(client.readAnswer()).contains("connection: keep-alive").endsWith("GET|/1||-|");
      client.send("GET /2 HTTP/1.0\r\n\r\n");
      assertThat(client.readAll()).contains("connection: close").endsWith("GET|/2||-|");
    }
  }

  @Test
  void chunkedBodyIsPutTogether() throws IOException {
    try (RawClient client = connect()) {
      client.send("POST / HTTP/1.1\r\n" + HOST + "Transfer-Encoding: chunked\r\n\r\n");
      client.send("3\r\nabc\r\n").send("2\r\nde\r\n0\r\n\r\n");
      assertThat(client.readAnswer()).endsWith("POST|/||-|abcde");
    }
  }

  @Test
  void clientThatAsksFirstIsToldToContinue() throws IOException {
    try (RawClient client = connect()) {
      client.send(
          "POST / HTTP/1.1\r\n" + HOST + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n");
      assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 100 Continue\r\n");
      client.send("ok");
      assertThat(client.readAnswer()).endsWith("POST|/||-|ok");
    }
  }

  @Test
  void failingHandlerIsAnsweredAndTheConnectionGoesOn() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /fail HTTP/1.1\r\n" + HOST + "\r\n");
      assertThat(client.readAnswer()).startsWith("HTTP/1.1 500 ").doesNotContain("test wants");
      client.send("GET /inject HTTP/1.1\r\n" + HOST + "\r\n");
      assertThat(client.readAnswer()).startsWith("HTTP/1.1 500 ").doesNotContain("Set-Cookie");
      client.send("GET /next HTTP/1.1\r\n" + HOST + "\r\n");
      assertThat(client.readAnswer()).endsWith("GET|/next||-|");
    }
  }

  @Test
  void stopLetsTheRequestInFlightBeAnswered() throws Exception {
    try (RawClient busy = connect();
        RawClient idle = connect()) {
      busy.send("GET /wait HTTP/1.1\r\n" + HOST + "\r\n");
      await(entered);
      Thread stopping = Thread.ofVirtual().start(() -> server.stop(Duration.ofMinutes(1)));
      assertThat(idle.readAll()).isEmpty();
      release.countDown();
      assertThat(busy.readAll()).contains("connection: close").endsWith("waited");
      stopping.join();
    }
    assertThatThrownBy(this::connect).isInstanceOf(IOException.class);
  }

  @Test
  void stopInterruptsWhatTakesLongerThanItsGrace() throws Exception {
    try (RawClient busy = connect()) {
      busy.send("GET /wait HTTP/1.1\r\n" + HOST + "\r\n");
      await(entered);
      server.stop(Duration.ZERO);
      assertThat(busy.readAll()).isEmpty();
    }
  }

  @Test
  void clientThatLeavesInterruptsItsHandler() throws Exception {
    try (RawClient client = connect()) {
      client.send("GET /watch HTTP/1.1\r\n" + HOST + "\r\n");
      await(entered);
    }
    assertThat(left.await(1, TimeUnit.MINUTES)).isTrue();
  }

  @Test
  void sharedHeadersAreSentWithTheOthers() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /shared HTTP/1.1\r\n" + HOST + "\r\n");
      assertThat(client.readAnswer())
          .contains("\r\nServer: orrery\r\nX-Kind: test\r\nX-Own: 1\r\n")
          .containsPattern("\r\ndate: \\w{3}, \\d\\d \\w{3} \\d{4} \\d\\d:\\d\\d:\\d\\d GMT\r\n");
    }
  }

  @Test
  void answersWithoutBodyAnnounceNone() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /gone HTTP/1.1\r\n" + HOST + "Connection: close\r\n\r\n");
      assertThat(client.readAll())
          .startsWith("HTTP/1.1 204 No Content\r\n")
          .doesNotContain("content-length")
          .endsWith("\r\n\r\n");
    }
  }

  @Test
  void refusalsHaveTheFormOfTheDoor() throws IOException {
    HttpHandler door =
        new HttpHandler() {
          @Override
          public HttpResponse handle(HttpRequest request) {
            throw new StackOverflowError("as the test wants");
          }

          @Override
          public HttpResponse refuse(Refusal refusal, HttpHeaders sent) {
            return HttpResponse.json(
                HttpStatuses.of(refusal),
                "{\"%s\":\"%s\"}".formatted(refusal.reason(), sent.find("x-test").orElse("-")));
          }
        };
    try (OpenPort spoken = start(door)) {
      assertThat(answerOf(spoken, "POST / HTTP/1.1\r\nX-Test: 1\r\nContent-Length: 9999999\r\n"))
          .startsWith("HTTP/1.1 400 ")
          .endsWith("{\"MALFORMED\":\"1\"}");
      assertThat(answerOf(spoken, "POST / HTTP/1.1\r\n" + HOST + "Content-Length: 9999999\r\n"))
          .startsWith("HTTP/1.1 413 ")
          .contains("Content-Type: application/json")
          .endsWith("{\"TOO_LARGE\":\"-\"}");
      assertThat(answerOf(spoken, "GET / HTTP/1.1\r\n" + HOST + "X-Test: 2\r\n"))
          .startsWith("HTTP/1.1 500 ")
          .endsWith("{\"FAILED\":\"2\"}");
    }
  }

  private static String answerOf(OpenPort server, String head) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      return client.send(head + "\r\n").readAnswer();
    }
  }

  @Test
  void portInUseIsAnError() {
    var taken = new ListenerSettings("127.0.0.1", server.port());
    assertThatThrownBy(() -> server.network().listen(taken, codec(this::handle)))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("127.0.0.1:" + server.port());
  }
}
