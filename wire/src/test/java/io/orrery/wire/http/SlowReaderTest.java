// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.Soon.await;
import static io.orrery.wire.http.Http2Bytes.END_HEADERS;
import static io.orrery.wire.http.Http2Bytes.END_STREAM;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// Clients that ask and do not read: what is kept for them is bounded, and others are served.
class SlowReaderTest {
  private static final int WHOLE = END_HEADERS | END_STREAM;
  private static final int LARGE = 8 << 20;
  private static final int BUDGET = 4 * LARGE;
  private static final String GET_LARGE = "GET /large HTTP/1.1\r\nHost: a\r\n\r\n";

  @TempDir private Path directory;

  private final AtomicInteger handled = new AtomicInteger();
  private final TrafficBudget budget = new TrafficBudget(BUDGET, SystemTime.TICKER);
  private OpenPort server;

  @BeforeEach
  void start() throws IOException {
    server = start(Waiting.LONG, budget);
  }

  private OpenPort start(Patience patience, TrafficBudget room) throws IOException {
    var limits = new HttpLimits(1024, 4096, patience);
    return OpenPort.plain("slow", new HttpCodec(this::handle, limits), room);
  }

  private HttpResponse handle(HttpRequest request) {
    handled.incrementAndGet();
    return switch (request.path()) {
      case "/large" -> new HttpResponse(200, HttpHeaders.NONE, new byte[LARGE]);
      case "/impossible" -> new HttpResponse(200, HttpHeaders.NONE, sparse());
      default -> HttpResponse.text(200, request.path());
    };
  }

  /// More bytes than a buffer with a head in front of it can have, in a file that has none of them.
  private ByteBuffer sparse() {
    try (var file = new RandomAccessFile(directory.resolve("sparse").toFile(), "rw")) {
      file.setLength(Integer.MAX_VALUE);
      return file.getChannel().map(FileChannel.MapMode.READ_ONLY, 0, Integer.MAX_VALUE);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @AfterEach
  void nothingIsHeld() {
    try (OpenPort closing = server) {
      await().until(() -> closing.connectionCount() == 0);
      await().until(() -> budget.heldBytes() == 0);
    }
  }

  private String get(String path) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      client.send("GET " + path + " HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      return client.readAll();
    }
  }

  private void othersAreServed() throws IOException {
    assertThat(get("/small")).endsWith("/small");
    await().until(() -> get("/large").startsWith("HTTP/1.1 200 "));
    assertThat(budget.heldBytes()).isLessThanOrEqualTo(BUDGET);
  }

  @Test
  void readersOfHttp1ThatDoNotReadMakeRoom() throws IOException {
    List<RawClient> readers = new ArrayList<>();
    try {
      for (int i = 0; i < 10; i++) {
        readers.add(RawClient.withSmallWindow(server.port()).send(GET_LARGE));
      }
      await().until(() -> handled.get() >= 10);
      othersAreServed();
      assertThat(budget.givenUp()).isPositive();
    } finally {
      for (RawClient reader : readers) {
        reader.close();
      }
    }
  }

  @Test
  void readersOfHttp2ThatDoNotReadMakeRoom() throws IOException {
    Http2Bytes input = Http2Bytes.opening().noWindow();
    for (int i = 0; i < 20; i++) {
      input.get("/large", WHOLE, 2 * i + 1);
    }
    try (RawClient reader = new RawClient(server.port())) {
      reader.send(input.toByteArray());
      await().until(() -> budget.heldBytes() >= BUDGET / 2);
      othersAreServed();
      assertThat(budget.givenUp()).isPositive();
    }
  }

  @Test
  void requestsWaitUntilEarlierAnswersAreTaken() throws IOException {
    try (RawClient reader = new RawClient(server.port())) {
      reader.send(Http2Bytes.opening().noWindow().get("/large", WHOLE, 1).toByteArray());
      awaitHead(reader);
      assertThat(budget.heldBytes()).isEqualTo(LARGE);
      reader.send(Http2Bytes.more().get("/later", WHOLE, 3).toByteArray());
      assertThat(get("/small")).endsWith("/small");
      assertThat(handled).hasValue(2);
      reader.send(Http2Bytes.more().moreWindow(0, LARGE).moreWindow(1, LARGE).toByteArray());
      reader.send(Http2Bytes.more().moreWindow(3, LARGE).toByteArray());
      String last = reader.readSome();
      while (!last.contains("/later")) {
        last = reader.readSome();
      }
      assertThat(handled).hasValue(3);
    }
  }

  /// Until the head of an answer has come: by then the connection knows that the rest has to wait.
  private static void awaitHead(RawClient reader) throws IOException {
    StringBuilder frames = new StringBuilder();
    while (!hasHead(frames)) {
      frames.append(reader.readSome());
    }
  }

  private static boolean hasHead(CharSequence frames) {
    int at = 0;
    while (at + 9 <= frames.length()) {
      if (frames.charAt(at + 3) == Http2Bytes.HEADERS) {
        return true;
      }
      at += 9 + (frames.charAt(at) << 16 | frames.charAt(at + 1) << 8 | frames.charAt(at + 2));
    }
    return false;
  }

  @Test
  void clientThatHasTakenNothingHasFewRequestsHandled() throws IOException {
    Http2Bytes input = Http2Bytes.opening().noWindow();
    for (int i = 0; i < 50; i++) {
      input.get("/large", WHOLE, 2 * i + 1);
    }
    try (RawClient reader = new RawClient(server.port())) {
      reader.send(input.toByteArray());
      await().until(() -> budget.heldBytes() >= LARGE);
      assertThat(get("/small")).endsWith("/small");
      assertThat(handled).hasValueLessThanOrEqualTo(5);
    }
  }

  @Test
  void slowReaderIsClosed() throws IOException {
    try (OpenPort impatient =
            start(
                Waiting.shortlyFor(Waiting.For.ANSWER),
                new TrafficBudget(BUDGET, SystemTime.TICKER));
        RawClient reader = RawClient.withSmallWindow(impatient.port())) {
      reader.send(GET_LARGE);
      await().until(() -> handled.get() == 1);
      await().until(() -> impatient.connectionCount() == 0);
      assertThat(reader.readAll().length()).isLessThan(LARGE);
    }
  }

  @Test
  void answerThatCannotBeEncodedEndsItsConnection() throws IOException {
    var unbounded = new TrafficBudget(Long.MAX_VALUE / 2, SystemTime.TICKER);
    try (OpenPort generous = start(Waiting.LONG, unbounded);
        RawClient client = new RawClient(generous.port())) {
      client.send("GET /impossible HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.readAll()).isEmpty();
      await().until(() -> unbounded.heldBytes() == 0);
    }
  }

  @Test
  void answerWithoutRoomIsRefused() throws IOException {
    try (OpenPort small = start(Waiting.LONG, new TrafficBudget(LARGE, SystemTime.TICKER));
        RawClient client = new RawClient(small.port())) {
      assertThat(client.send(GET_LARGE).readAnswer()).startsWith("HTTP/1.1 503 ");
      client.send("GET /small HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.readAnswer()).endsWith("/small");
    }
  }
}
