// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.http.Http2Bytes.CONTINUATION;
import static io.orrery.wire.http.Http2Bytes.DATA;
import static io.orrery.wire.http.Http2Bytes.END_HEADERS;
import static io.orrery.wire.http.Http2Bytes.END_STREAM;
import static io.orrery.wire.http.Http2Bytes.HEADERS;
import static io.orrery.wire.http.Http2Bytes.PING;
import static io.orrery.wire.http.Http2Bytes.SETTINGS;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.Encryption;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import java.io.IOException;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Clients of HTTP/2 that try what its specification makes cheap for them and dear for a server.
class HostileHttp2Test {
  private static final int WHOLE = END_HEADERS | END_STREAM;

  private ServerUnderAttack server;

  @BeforeEach
  void start() throws IOException {
    server = new ServerUnderAttack(new Encryption.Never(), Waiting.LONG);
  }

  @AfterEach
  void serverIsAsBefore() {
    server.close();
  }

  private void waitShortlyFor(Waiting.For what) throws IOException {
    server.close();
    server = new ServerUnderAttack(new Encryption.Never(), Waiting.shortlyFor(what));
  }

  /// Ends when the server closes, which is the point.
  private String exchange(Http2Bytes input) throws IOException {
    try (RawClient client = server.connect()) {
      return client.sendAsMuchAsIsTaken(input.toByteArray()).readAll();
    }
  }

  private void assertAnswered(Http2Bytes input, String text) throws IOException {
    try (RawClient client = server.connect()) {
      assertThat(client.send(input.toByteArray()).readUntil(text)).endsWith(text);
    }
  }

  @Test
  void decentRequestIsAnswered() throws IOException {
    assertAnswered(Http2Bytes.opening().get("/decent", WHOLE, 1), "/decent");
  }

  @Test
  void rapidResetsEndTheConnection() throws IOException {
    Http2Bytes input = Http2Bytes.opening();
    for (int stream = 1; stream < 20_000; stream += 2) {
      input.get("/sleep", WHOLE, stream).reset(stream);
    }
    exchange(input);
    assertThat(server.handlingMax()).isLessThanOrEqualTo(500);
  }

  @Test
  void floodOfPingsEndsTheConnection() throws IOException {
    flood(PING, new byte[8]);
  }

  @Test
  void floodOfSettingsEndsTheConnection() throws IOException {
    flood(SETTINGS, new byte[0]);
  }

  private void flood(int type, byte[] payload) throws IOException {
    Http2Bytes input = Http2Bytes.opening();
    for (int i = 0; i < 20_000; i++) {
      input.frame(type, 0, 0, payload);
    }
    input.get("/too-late", WHOLE, 1);
    assertThat(exchange(input)).doesNotContain("/too-late");
  }

  @Test
  void endlessHeadersEndTheConnection() throws IOException {
    Http2Bytes input = Http2Bytes.opening().get("/", 0, 1);
    for (int i = 0; i < 5_000; i++) {
      input.frame(CONTINUATION, 0, 1, Http2Bytes.literal("x" + i, "y".repeat(100)));
    }
    exchange(input);
    assertThat(server.handlingMax()).isZero();
  }

  @Test
  void requestWithoutPathIsRefused() throws IOException {
    Http2Bytes input = Http2Bytes.opening().frame(HEADERS, WHOLE, 1, new byte[] {(byte) 0x82});
    assertAnswered(input, "no path");
    assertThat(server.handlingMax()).isZero();
  }

  @Test
  void headersOverTheLimitAreRefused() throws IOException {
    waitShortlyFor(Waiting.For.GREETING);
    Http2Bytes input = Http2Bytes.opening().get("/", END_STREAM, 1);
    for (int i = 0; i < 10; i++) {
      input.frame(
          CONTINUATION, i < 9 ? 0 : END_HEADERS, 1, Http2Bytes.literal("x" + i, "y".repeat(100)));
    }
    exchange(input);
    assertThat(server.handlingMax()).isZero();
  }

  @Test
  void streamsOverTheLimitAreRefused() throws IOException {
    Http2Bytes input = Http2Bytes.opening();
    for (int i = 0; i < 3 * HttpLimits.STREAMS_PER_CONNECTION; i++) {
      input.get("/sleep", WHOLE, 2 * i + 1);
    }
    waitShortlyFor(Waiting.For.REQUEST);
    assertAnswered(input, "took too long");
    assertThat(server.handlingMax()).isBetween(1, HttpLimits.STREAMS_PER_CONNECTION);
  }

  @Test
  void bodyOverTheLimitIsRefused() throws IOException {
    Http2Bytes input = Http2Bytes.opening().get("/", END_HEADERS, 1);
    for (int i = 0; i < 5; i++) {
      input.frame(DATA, 0, 1, new byte[1000]);
    }
    assertAnswered(input, "The body is larger than 4096 bytes.");
    assertThat(server.handlingMax()).isZero();
  }

  @Test
  void requestThatNeverEndsIsTold() throws IOException {
    waitShortlyFor(Waiting.For.REQUEST);
    assertAnswered(Http2Bytes.opening().get("/", END_HEADERS, 1), "did not arrive in time");
  }

  @Test
  void slowHandlerIsInterruptedAndItsClientTold() throws IOException {
    waitShortlyFor(Waiting.For.REQUEST);
    assertAnswered(Http2Bytes.opening().get("/sleep", WHOLE, 1), "took too long");
  }

  @Test
  void silentClientIsClosed() throws IOException {
    waitShortlyFor(Waiting.For.GREETING);
    exchange(Http2Bytes.opening());
  }

  @Test
  void halfAPrefaceIsClosed() throws IOException {
    waitShortlyFor(Waiting.For.GREETING);
    try (RawClient client = server.connect()) {
      assertThat(client.send("PR").readAll()).isEmpty();
    }
    try (RawClient client = server.connect()) {
      client.send("PRI * HTT").readAll();
    }
  }

  @Test
  void randomFramesNeverHurt() throws IOException {
    long seed = RandomGenerator.getDefault().nextLong();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    for (int i = 0; i < 200; i++) {
      Http2Bytes input = Http2Bytes.opening();
      for (int j = random.nextInt(20); j >= 0; j--) {
        byte[] payload = random.nextBoolean() ? Http2Bytes.head("/x") : noise(random);
        input.frame(random.nextInt(12), random.nextInt(64), random.nextInt(8), payload);
      }
      try (RawClient client = server.connect()) {
        client.sendAsMuchAsIsTaken(input.toByteArray()).endOutput();
        assertThat(client.readAll())
            .as("seed %d, round %d", seed, i)
            .doesNotContain("The server failed");
      }
    }
  }

  private static byte[] noise(RandomGenerator random) {
    byte[] bytes = new byte[random.nextInt(60)];
    random.nextBytes(bytes);
    return bytes;
  }
}
