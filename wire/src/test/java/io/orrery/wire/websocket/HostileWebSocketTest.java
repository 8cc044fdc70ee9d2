// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import static io.orrery.wire.Soon.await;
import static io.orrery.wire.Waiting.For.ANSWER;
import static io.orrery.wire.Waiting.For.IDLE;
import static io.orrery.wire.Waiting.For.REQUEST;
import static io.orrery.wire.websocket.WebSocketBytes.BINARY;
import static io.orrery.wire.websocket.WebSocketBytes.CLOSE;
import static io.orrery.wire.websocket.WebSocketBytes.LAST;
import static io.orrery.wire.websocket.WebSocketBytes.PING;
import static io.orrery.wire.websocket.WebSocketBytes.TEXT;
import static io.orrery.wire.websocket.WebSocketBytes.UPGRADE;
import static io.orrery.wire.websocket.WebSocketBytes.frame;
import static io.orrery.wire.websocket.WebSocketBytes.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.websocket.WebSocketBytes.Received;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Whatever comes after the handshake, or in its place: a code or a close, and nothing is left of
/// it ([WebSocketEcho#close]).
class HostileWebSocketTest {
  private static void assertCode(int code, byte[]... frames) throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      for (byte[] each : frames) {
        client.sendAsMuchAsIsTaken(each);
      }
      Received last = read(client);
      assertThat(last.opcode()).isEqualTo(CLOSE);
      assertThat(last.code()).isEqualTo(code);
      assertThat(client.readAll()).isEmpty();
    }
  }

  @Test
  void framesMustBeMasked() throws IOException {
    assertCode(1002, new byte[] {(byte) (LAST | TEXT), 1, 'x'});
  }

  @ParameterizedTest
  @ValueSource(ints = {LAST | 0x40 | TEXT, LAST | 3, LAST | 15, PING, CLOSE, LAST})
  void firstByteMustMakeSense(int first) throws IOException {
    assertCode(1002, frame(first, new byte[1]));
  }

  @Test
  void controlFramesAreShort() throws IOException {
    assertCode(1002, frame(LAST | PING, new byte[126]));
  }

  @Test
  void messagesDoNotOverlap() throws IOException {
    assertCode(1002, frame(TEXT, new byte[1]), frame(LAST | TEXT, new byte[1]));
  }

  @Test
  void textIsText() throws IOException {
    assertCode(1007, frame(LAST | TEXT, new byte[] {(byte) 0xc3, 'x'}));
  }

  @Test
  void lengthIsNotNegative() throws IOException {
    byte[] head = new byte[14];
    head[0] = (byte) (LAST | BINARY);
    Arrays.fill(head, 1, 14, (byte) 0xff);
    assertCode(1002, head);
  }

  @Test
  void messagesHaveALimitInOnePieceAndInMany() throws IOException {
    byte[] piece = frame(0, new byte[10_000]);
    assertCode(1009, frame(LAST | BINARY, new byte[20_000]));
    assertCode(1009, frame(BINARY, new byte[1]), piece, piece);
  }

  @Test
  void knownClientsHaveALimitToo() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      assertThat(read(client.send(frame(TEXT, "known"))).text()).isEqualTo("known");
      client.sendAsMuchAsIsTaken(frame(LAST | BINARY, new byte[WebSocketEcho.MESSAGE_MAX + 1]));
      assertThat(read(client).code()).isEqualTo(1009);
    }
  }

  @Test
  void piecesOfNothingAreNotFree() throws IOException {
    try (var pieces = new ByteArrayOutputStream()) {
      for (int i = 0; i < 1_100; i++) {
        pieces.write(frame(0, new byte[0]));
      }
      assertCode(1002, frame(BINARY, new byte[0]), pieces.toByteArray());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "GET ~POST ",
        "HTTP/1.1~HTTP/1.0",
        "Version: 13~Version: 8",
        "dGhlIHNhbXBsZSBub25jZQ==~dGhl",
        "dGhlIHNhbXBsZSBub25jZQ==~!!!!",
        "keep-alive, Upgrade~keep-alive"
      })
  void wrongHandshakeIsRefusedAsHttp(String change) throws IOException {
    String[] parts = change.split("~", 2);
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.connect()) {
      client.send(UPGRADE.replace(parts[0], parts[1]));
      assertThat(client.readAll()).startsWith("HTTP/1.1 400 ");
    }
  }

  @Test
  void otherUpgradesAreOrdinaryRequests() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.connect()) {
      client.send("GET /x HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade\r\n\r\n");
      assertThat(client.readAnswer()).startsWith("HTTP/1.1 200 ").endsWith("/x");
    }
  }

  @Test
  void framesBehindTheHandshakeAreTaken() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.connect()) {
      var both = new ByteArrayOutputStream();
      both.write(UPGRADE.getBytes(StandardCharsets.US_ASCII));
      both.write(frame(TEXT, "early"));
      client.send(both.toByteArray());
      assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
      assertThat(read(client).text()).isEqualTo("early");
    }
  }

  @Test
  void noiseEndsInACodeOrAClose() throws IOException {
    long seed = System.nanoTime();
    Random random = new Random(seed);
    try (WebSocketEcho port = WebSocketEcho.plain()) {
      for (int round = 0; round < 60; round++) {
        byte[] noise = new byte[random.nextInt(2_000)];
        random.nextBytes(noise);
        if (random.nextBoolean() && noise.length > 1) {
          noise[0] = (byte) (LAST | BINARY);
          noise[1] |= (byte) 0x80;
        }
        try (RawClient client = port.open()) {
          client.sendAsMuchAsIsTaken(noise);
          if (random.nextBoolean()) {
            assertThat(client.endOutput().readAll()).as("seed %d", seed).isNotNull();
          }
        }
      }
    }
  }

  @Test
  void silenceIsNotWaitedForLong() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain(Waiting.shortlyFor(IDLE));
        RawClient silent = port.open()) {
      assertThat(read(silent.send(frame(TEXT, "known"))).text()).isEqualTo("known");
      assertThat(read(silent).code()).isEqualTo(1001);
    }
    try (WebSocketEcho port = WebSocketEcho.plain(Waiting.shortlyFor(REQUEST));
        RawClient unfinished = port.open()) {
      unfinished.send(frame(TEXT, new byte[1]));
      assertThat(read(unfinished).code()).isEqualTo(1008);
    }
  }

  @Test
  void pingsThatNobodyReadTheAnswersOfAreNotRead() throws IOException {
    byte[] ping = frame(LAST | PING, new byte[125]);
    var pings = new ByteArrayOutputStream();
    for (int i = 0; i < 1_000; i++) {
      pings.write(ping);
    }
    try (WebSocketEcho port = WebSocketEcho.plain(Waiting.shortlyFor(ANSWER));
        RawClient client = port.open()) {
      var flood =
          Thread.ofVirtual()
              .start(
                  () -> {
                    while (port.connectionCount() > 0) {
                      client.sendAsMuchAsIsTaken(pings.toByteArray());
                    }
                  });
      await().until(() -> port.connectionCount() == 0);
      assertThat(port.budget.heldBytes()).isLessThan(8 << 20);
      await().until(() -> !flood.isAlive());
    }
  }

  @Test
  void clientThatLeavesInterruptsItsWork() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain()) {
      try (RawClient client = port.open()) {
        client.send(frame(TEXT, "wait"));
        await().until(() -> port.handling.get() == 1);
      }
      await().until(() -> port.interrupted.get() == 1);
    }
  }
}
