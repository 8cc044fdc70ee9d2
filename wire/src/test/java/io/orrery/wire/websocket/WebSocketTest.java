// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import static io.orrery.wire.Soon.await;
import static io.orrery.wire.websocket.WebSocketBytes.BINARY;
import static io.orrery.wire.websocket.WebSocketBytes.CLOSE;
import static io.orrery.wire.websocket.WebSocketBytes.LAST;
import static io.orrery.wire.websocket.WebSocketBytes.PING;
import static io.orrery.wire.websocket.WebSocketBytes.PONG;
import static io.orrery.wire.websocket.WebSocketBytes.TEXT;
import static io.orrery.wire.websocket.WebSocketBytes.UPGRADE;
import static io.orrery.wire.websocket.WebSocketBytes.frame;
import static io.orrery.wire.websocket.WebSocketBytes.read;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.Encryption;
import io.orrery.wire.RawClient;
import io.orrery.wire.Trust;
import io.orrery.wire.Waiting;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.TlsIdentity;
import io.orrery.wire.websocket.WebSocketBytes.Received;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

/// What a door that speaks WebSocket can rely on.
class WebSocketTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  @Test
  void handshakeIsAnsweredAsTheStandardSays() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.connect()) {
      client.send("GET /first HTTP/1.1\r\nHost: a\r\n\r\n");
      assertThat(client.readAnswer()).endsWith("/first");
      assertThat(client.send(UPGRADE).readUntil("\r\n\r\n"))
          .startsWith("HTTP/1.1 101 Switching Protocols\r\n")
          .contains("\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n")
          .contains("\r\nupgrade: websocket\r\n")
          .contains("\r\nconnection: upgrade\r\n");
      assertReceived(client.send(frame(TEXT, "hello")), TEXT, "hello");
    }
  }

  private static void assertReceived(RawClient client, int opcode, String text) throws IOException {
    Received received = read(client);
    assertThat(received.text()).isEqualTo(text);
    assertThat(received.opcode()).isEqualTo(opcode);
  }

  @Test
  void textAndBytesComeBackAsTheyAre() throws IOException {
    String large = "ü".repeat(100_000);
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      assertReceived(client.send(frame(TEXT, "")), TEXT, "");
      assertReceived(client.send(frame(TEXT, "known")), TEXT, "known");
      assertReceived(client.send(frame(BINARY, "x".repeat(200))), BINARY, "x".repeat(200));
      assertReceived(client.send(frame(TEXT, large)), TEXT, large);
    }
  }

  @Test
  void fragmentsAreOneMessageAndPingsMayComeBetween() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      byte[] umlaut = bytes("ä");
      client.send(frame(TEXT, new byte[] {umlaut[0]})).send(frame(PING, "there?"));
      assertReceived(client, PONG, "there?");
      client.send(frame(0, new byte[] {umlaut[1]})).send(frame(0, new byte[0]));
      client.send(frame(LAST, bytes("!")));
      assertReceived(client, TEXT, "ä!");
    }
  }

  @Test
  void framesMayComeByteByByte() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      for (byte each : frame(BINARY, "x".repeat(130))) {
        client.send(new byte[] {each});
      }
      assertReceived(client, BINARY, "x".repeat(130));
    }
  }

  @Test
  void closeIsAnsweredWithItsCode() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open();
        RawClient terse = port.open()) {
      Received answer = read(client.send(frame(LAST | CLOSE, new byte[] {3, (byte) 0xe8, 'x'})));
      assertThat(answer.opcode()).isEqualTo(CLOSE);
      assertThat(answer.code()).isEqualTo(1000);
      assertThat(client.readAll()).isEmpty();
      assertReceived(terse.send(frame(CLOSE, "")), CLOSE, "");
    }
  }

  @Test
  void doorMayClose() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      Received last = read(client.send(frame(TEXT, "close")));
      if (last.opcode() == TEXT) {
        last = read(client);
      }
      assertThat(last.code()).isEqualTo(1001);
      assertThat(client.readAll()).isEmpty();
    }
  }

  @Test
  void failureOfTheDoorHasItsCode() throws IOException {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient client = port.open()) {
      assertThat(read(client.send(frame(TEXT, "fail"))).code()).isEqualTo(1011);
    }
  }

  @Test
  void stopWaitsForAnswersAndSaysGoodbye() throws Exception {
    try (WebSocketEcho port = WebSocketEcho.plain();
        RawClient busy = port.open();
        RawClient idle = port.open()) {
      busy.send(frame(TEXT, "wait"));
      await().until(() -> port.handling.get() == 1);
      var stopped = CompletableFuture.runAsync(() -> port.stop(Duration.ofMinutes(1)));
      assertThat(read(idle).code()).isEqualTo(1001);
      port.release.countDown();
      assertReceived(busy, TEXT, "wait");
      assertThat(read(busy).code()).isEqualTo(1001);
      stopped.join();
    }
  }

  @Test
  void javaClientTalksOverTlsAndWithout() throws Exception {
    TlsIdentity identity =
        KeptCertificate.temporary(CertificateNames.of(List.of("localhost")), Instant.now());
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, Trust.inPem(identity.pem()), null);
    try (WebSocketEcho port =
            new WebSocketEcho(new Encryption.Optional(() -> identity), Waiting.LONG);
        HttpClient client = HttpClient.newBuilder().sslContext(context).build()) {
      for (String scheme : List.of("ws", "wss")) {
        var heard = new CompletableFuture<String>();
        WebSocket socket =
            client
                .newWebSocketBuilder()
                .buildAsync(
                    URI.create(scheme + "://localhost:" + port.number() + "/any/path"),
                    new Listening(heard))
                .get(1, TimeUnit.MINUTES);
        socket.sendText("in two ", false).thenCompose(s -> s.sendText("parts", true)).get();
        assertThat(heard.get(1, TimeUnit.MINUTES)).isEqualTo("in two parts");
        socket.sendClose(WebSocket.NORMAL_CLOSURE, "").get(1, TimeUnit.MINUTES);
      }
    }
  }

  private record Listening(CompletableFuture<String> heard) implements WebSocket.Listener {
    @Override
    public CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
      heard.complete(data.toString());
      return WebSocket.Listener.super.onText(socket, data, last);
    }
  }
}
