// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Requests that are answered on the event loop, beside those that have to wait for something.
class AtOnceTest {
  private static final int PIPELINED = 200;

  private final CountDownLatch disk = new CountDownLatch(1);
  private OpenPort server;

  /// Answers `/memory…` at once, and everything else later: `/disk` when the latch says so.
  private final HttpHandler handler =
      new HttpHandler() {
        @Override
        public Optional<HttpResponse> answerAtOnce(HttpRequest request) {
          if (request.path().equals("/bug")) {
            throw new IllegalStateException("as the test wants");
          }
          return request.path().startsWith("/memory")
              ? Optional.of(HttpResponse.text(200, "at once " + request.path() + where()))
              : Optional.empty();
        }

        @Override
        public HttpResponse handle(HttpRequest request) {
          if (request.path().equals("/disk")) {
            await(disk);
          }
          return HttpResponse.text(200, "later " + request.path() + where());
        }
      };

  private static String where() {
    return Thread.currentThread().isVirtual() ? " virtual" : " loop";
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void start() throws IOException {
    server =
        OpenPort.plain(
            "test",
            new HttpCodec(handler, HttpLimits.DEFAULT),
            TrafficBudget.ofThisProcess(SystemTime.TICKER));
  }

  @AfterEach
  void stop() {
    disk.countDown();
    server.close();
  }

  private static String request(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }

  @Test
  void whatTakesNoWaitingIsAnsweredByTheEventLoop() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      assertThat(client.send(request("/memory")).readAnswer()).endsWith("at once /memory loop");
      assertThat(client.send(request("/other")).readAnswer()).endsWith("later /other virtual");
      assertThat(client.send(request("/memory")).readAnswer()).endsWith("at once /memory loop");
    }
  }

  @Test
  void aDoorThatFailsAtOnceAnswersAllTheSame() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      assertThat(client.send(request("/bug")).readAnswer()).startsWith("HTTP/1.1 500 ");
      assertThat(client.send(request("/memory")).readAnswer()).startsWith("HTTP/1.1 200 ");
    }
  }

  /// There are two event loops, and far more clients that wait.
  @Test
  void nobodyWaitsForThoseWhoWaitForTheDisk() throws IOException {
    List<RawClient> waiting = new ArrayList<>();
    try {
      for (int i = 0; i < 20; i++) {
        RawClient client = new RawClient(server.port());
        waiting.add(client);
        client.send(request("/disk"));
      }
      for (int i = 0; i < 20; i++) {
        try (RawClient client = new RawClient(server.port())) {
          assertThat(client.send(request("/memory")).readAnswer()).endsWith(" loop");
        }
      }
      disk.countDown();
      for (RawClient client : waiting) {
        assertThat(client.readAnswer()).endsWith("later /disk virtual");
      }
    } finally {
      for (RawClient client : waiting) {
        client.close();
      }
    }
  }

  /// Whoever sends everything in one go gets its answers in order, and not all of them while others
  /// wait for the event loop.
  @Test
  void manyAtOnceTakeTurnsWithOthers() throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      StringBuilder all = new StringBuilder();
      for (int i = 0; i < PIPELINED; i++) {
        all.append(request(i == 100 ? "/other" : "/memory" + i));
      }
      client.send(all.toString());
      int inARow = 0;
      boolean paused = false;
      for (int i = 0; i < PIPELINED; i++) {
        String answer = client.readAnswer();
        assertThat(answer).contains(i == 100 ? "later /other " : "/memory" + i + " ");
        inARow = answer.endsWith(" loop") ? inARow + 1 : 0;
        paused |= inARow == 0;
      }
      assertThat(paused).isTrue();
    }
  }

  @Test
  void streamsOfHttp2AreAnsweredAtOnceToo() {
    try (HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build()) {
      List<CompletableFuture<String>> answers = new ArrayList<>();
      for (int i = 0; i < PIPELINED; i++) {
        String path = (i % 3 == 0 ? "/other" : "/memory") + i;
        var sent =
            java.net.http.HttpRequest.newBuilder(
                    URI.create("http://127.0.0.1:" + server.port() + path))
                .build();
        answers.add(
            client
                .sendAsync(sent, BodyHandlers.ofString())
                .thenApply(java.net.http.HttpResponse::body));
      }
      for (int i = 0; i < PIPELINED; i++) {
        assertThat(answers.get(i).join()).contains((i % 3 == 0 ? "/other" : "/memory") + i + " ");
      }
    }
  }
}
