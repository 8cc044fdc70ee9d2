// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.Encryption;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Clients that are wrong, slow, greedy or many. After each of them the server is as it was.
class HostileInputTest {
  private static final String KNOWN = "GET /known HTTP/1.1\r\nHost: a\r\n\r\n";

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

  private RawClient connect() throws IOException {
    return server.connect();
  }

  private String exchange(String request) throws IOException {
    try (RawClient client = connect()) {
      return client.sendAsMuchAsIsTaken(request.getBytes(StandardCharsets.ISO_8859_1)).readAll();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nonsense\\r\\n\\r\\n                                                          | 400",
        "GET /\\r\\n\\r\\n                                                             | 400",
        "GET / HTTP/1.1\\r\\n\\r\\n                                                    | 400",
        "GET / HTTP/1.1\\r\\nHost: a\\r\\nHost: b\\r\\n\\r\\n                          | 400",
        "GET x HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n                                       | 400",
        "GET / HTTP/2.0\\r\\nHost: a\\r\\n\\r\\n                                       | 505",
        "GET / HTTP/1.1\\r\\nHost: a\\r\\nbad header\\r\\n\\r\\n                       | 400",
        "GET / HTTP/1.1\\r\\nHost: a\\r\\nX: b\\r\\n c\\r\\n\\r\\n                     | 400",
        "GET / HTTP/1.1\\r\\nHost: a\\r\\n\tb\\r\\n\\r\\n                             | 400",
        "GET / HTTP/1.1\\r\\n Host: a\\r\\n\\r\\n                                      | 400",
        "\\r\\nGET / HTTP/1.1\\nHost: a\\n b\\n\\n                                     | 400",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: x\\r\\n\\r\\n               | 400",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: -1\\r\\n\\r\\n              | 400",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 5000\\r\\n\\r\\n            | 413",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 9223372036854775807\\r\\n\\r\\n | 413",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nContent-Length: 99999999999999999999\\r\\n\\r\\n | 400",
        "POST / HTTP/1.1\\r\\nHost: a\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n | 400",
        "POST / HTTP/1.1\\r"
            + "\\n"
            + "Host: a\\r"
            + "\\n"
            + "Transfer-Encoding: chunked\\r"
            + "\\n"
            + "\\r"
            + "\\n"
            + "ffffffffff\\r"
            + "\\n"
            + " | 400",
        "POST / HTTP/1.1\\r"
            + "\\n"
            + "Host: a\\r"
            + "\\n"
            + "Transfer-Encoding: x\\r"
            + "\\n"
            + "Content-Length: 3\\r"
            + "\\n"
            + "\\r"
            + "\\n"
            + "abc | 400"
      })
  void malformedRequestIsRefusedAndClosed(String request, int status) throws IOException {
    String answer = exchange(request.replace("\\r", "\r").replace("\\n", "\n"));
    assertThat(answer).startsWith("HTTP/1.1 " + status + " ").contains("connection: close");
  }

  @Test
  void foldedHeaderIsRefusedHoweverItArrives() throws IOException {
    for (int cut = 1; cut < 30; cut++) {
      String request = "GET /a HTTP/1.1\r\nHost: a\r\nX: b\r\n c\r\n\r\n";
      try (RawClient client = connect()) {
        client.send(request.substring(0, cut)).send(request.substring(cut));
        assertThat(client.readAll()).as("cut at %d", cut).startsWith("HTTP/1.1 400 ");
      }
    }
  }

  @Test
  void bodyMayHoldLinesThatStartWithWhiteSpace() throws IOException {
    String body = "one\r\n two\r\n\r\n three";
    String request =
        "POST /%d HTTP/1.1\r\nHost: a\r\nContent-Length: " + body.length() + "\r\n\r\n" + body;
    try (RawClient client = connect()) {
      client.send("\r\n" + request.formatted(1) + "\r\n" + request.formatted(2));
      assertThat(client.readAnswer()).endsWith("/1");
      assertThat(client.readAnswer()).endsWith("/2");
    }
  }

  @Test
  void longRequestLineIsRefused() throws IOException {
    assertThat(exchange("GET /" + "x".repeat(3000) + " HTTP/1.1\r\nHost: a\r\n\r\n"))
        .startsWith("HTTP/1.1 414 ");
  }

  @Test
  void largeHeadersAreRefused() throws IOException {
    assertThat(exchange("GET / HTTP/1.1\r\nHost: a\r\n" + "X: y\r\n".repeat(1000) + "\r\n"))
        .startsWith("HTTP/1.1 431 ");
  }

  @Test
  void endlessChunksAreRefused() throws IOException {
    String chunk = "400\r\n" + "x".repeat(0x400) + "\r\n";
    assertThat(
            exchange(
                "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
                    + chunk.repeat(200)))
        .startsWith("HTTP/1.1 413 ");
  }

  @Test
  void manyTinyChunksAreTaken() throws IOException {
    assertThat(
            exchange(
                "POST /tiny HTTP/1.1\r\nHost: a\r\nConnection: close\r\n"
                    + "Transfer-Encoding: chunked\r\n\r\n"
                    + "1\r\nx\r\n".repeat(4096)
                    + "0\r\n\r\n"))
        .endsWith("/tiny");
  }

  @Test
  void silentClientIsClosed() throws IOException {
    waitShortlyFor(Waiting.For.GREETING);
    try (RawClient client = connect()) {
      assertThat(client.readAll()).isEmpty();
    }
  }

  @Test
  void clientThatNeverFinishesItsHeadIsClosed() throws IOException {
    waitShortlyFor(Waiting.For.GREETING);
    try (RawClient client = connect()) {
      assertThat(client.send("GET / HTTP/1.1\r\nHo").readAll()).isEmpty();
    }
  }

  @Test
  void clientThatNeverFinishesItsBodyIsTold() throws IOException {
    waitShortlyFor(Waiting.For.REQUEST);
    try (RawClient client = connect()) {
      client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
      assertThat(client.readAll()).startsWith("HTTP/1.1 408 ");
    }
  }

  @Test
  void slowHandlerIsInterruptedAndItsClientTold() throws IOException {
    waitShortlyFor(Waiting.For.REQUEST);
    assertThat(exchange("GET /sleep HTTP/1.1\r\nHost: a\r\n\r\n")).startsWith("HTTP/1.1 503 ");
  }

  @Test
  void clientThatLeavesInTheMiddleLeavesNothingBehind() throws IOException {
    for (int i = 0; i < 40; i++) {
      try (RawClient client = connect()) {
        client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
      }
    }
  }

  @Test
  void oneConnectionTooManyIsRefusedUntilAnotherLeaves() throws IOException {
    List<RawClient> clients = new ArrayList<>();
    try {
      for (int i = 0; i < ServerUnderAttack.CONNECTIONS; i++) {
        clients.add(connect());
        assertThat(clients.getLast().send(KNOWN).readAnswer()).endsWith("/known");
      }
      try (RawClient surplus = connect()) {
        assertThat(surplus.readAll()).startsWith("HTTP/1.1 503 ");
      }
    } finally {
      for (RawClient client : clients) {
        client.close();
      }
    }
  }

  @Test
  void strangersMakeRoomForWhoeverComesNext() throws IOException {
    List<RawClient> strangers = new ArrayList<>();
    try (RawClient known = connect()) {
      assertThat(known.send(KNOWN).readAnswer()).endsWith("/known");
      for (int i = 0; i < 3 * ServerUnderAttack.CONNECTIONS; i++) {
        strangers.add(connect());
      }
      try (RawClient client = connect()) {
        assertThat(client.send(KNOWN).readAnswer()).endsWith("/known");
      }
      assertThat(known.send(KNOWN).readAnswer()).endsWith("/known");
      assertThat(strangers.getFirst().readAll()).isEmpty();
      // Who makes room is closed by its own event loop.
      await().until(() -> server.connectionCount() <= ServerUnderAttack.CONNECTIONS);
    } finally {
      for (RawClient stranger : strangers) {
        stranger.close();
      }
    }
  }

  @Test
  void randomBytesNeverHurt() throws IOException {
    long seed = RandomGenerator.getDefault().nextLong();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    String valid = "POST /p?q HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\nbody";
    for (int i = 0; i < 300; i++) {
      byte[] bytes = i % 2 == 0 ? noise(random) : damaged(valid, random);
      try (RawClient client = connect()) {
        String answer = client.sendAsMuchAsIsTaken(bytes).endOutput().readAll();
        assertThat(answer)
            .as("seed %d, round %d", seed, i)
            .matches("(?s)|HTTP/1\\.1 [1-5]\\d\\d .*")
            .doesNotStartWith("HTTP/1.1 500");
      }
    }
  }

  private static byte[] noise(RandomGenerator random) {
    byte[] bytes = new byte[random.nextInt(3000)];
    random.nextBytes(bytes);
    return bytes;
  }

  private static byte[] damaged(String valid, RandomGenerator random) {
    byte[] bytes = valid.repeat(1 + random.nextInt(3)).getBytes(StandardCharsets.ISO_8859_1);
    for (int i = random.nextInt(5); i >= 0; i--) {
      bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
