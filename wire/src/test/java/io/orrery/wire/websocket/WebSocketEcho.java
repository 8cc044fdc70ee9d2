// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.websocket;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.conversation.Client;
import io.orrery.wire.conversation.Conversation;
import io.orrery.wire.conversation.ConversationLimits;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpLimits;
import io.orrery.wire.http.HttpResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// Sends every message back, on a port that answers requests of HTTP as well. The texts `known`,
/// `wait`, `fail` and `close` do as they say. Closing it proves that nothing is left of whatever
/// was done to it.
final class WebSocketEcho implements AutoCloseable {
  static final int MESSAGE_MAX = 1 << 20;

  final TrafficBudget budget = TrafficBudget.ofThisProcess(SystemTime.TICKER);
  final AtomicInteger begun = new AtomicInteger();
  final AtomicInteger ended = new AtomicInteger();
  final AtomicInteger handling = new AtomicInteger();
  final AtomicInteger interrupted = new AtomicInteger();
  final CountDownLatch release = new CountDownLatch(1);
  private final OpenPort port;
  private boolean stopped;

  WebSocketEcho(Encryption encryption, Patience patience) throws IOException {
    port =
        OpenPort.of(
            "ws-echo",
            encryption,
            new HttpCodec(
                    request -> HttpResponse.text(200, request.path()),
                    new HttpLimits(4096, 4096, patience))
                .withWebSocket(this::begin, new ConversationLimits(MESSAGE_MAX, 4, patience)),
            ConnectionLimits.DEFAULT,
            budget);
  }

  static WebSocketEcho plain() throws IOException {
    return plain(Waiting.LONG);
  }

  static WebSocketEcho plain(Patience patience) throws IOException {
    return new WebSocketEcho(new Encryption.Never(), patience);
  }

  private Conversation<WebSocketMessage> begin(Client<WebSocketMessage> client) {
    begun.incrementAndGet();
    return new Conversation<>() {
      @Override
      public void receive(WebSocketMessage message) {
        handling.incrementAndGet();
        try {
          if (message instanceof WebSocketMessage.Text(var text)) {
            obey(client, text);
          }
          client.send(message);
        } finally {
          handling.decrementAndGet();
        }
      }

      @Override
      public void ended() {
        ended.incrementAndGet();
      }
    };
  }

  private void obey(Client<WebSocketMessage> client, String text) {
    switch (text) {
      case "known" -> client.recognise();
      case "fail" -> throw new IllegalStateException("As it was told to");
      case "close" -> client.close();
      case "wait" -> {
        try {
          release.await();
        } catch (InterruptedException e) {
          interrupted.incrementAndGet();
          throw new IllegalStateException("Interrupted, as it should be", e);
        }
      }
      default -> {}
    }
  }

  int number() {
    return port.port();
  }

  int connectionCount() {
    return port.connectionCount();
  }

  RawClient connect() throws IOException {
    return new RawClient(port.port());
  }

  /// Past the handshake.
  RawClient open() throws IOException {
    RawClient client = connect().send(WebSocketBytes.UPGRADE);
    assertThat(client.readUntil("\r\n\r\n")).startsWith("HTTP/1.1 101 ");
    return client;
  }

  void stop(Duration grace) {
    stopped = true;
    port.stop(grace);
  }

  @Override
  public void close() {
    release.countDown();
    try (port) { // Also where something is left.
      if (!stopped) {
        proveNothingIsLeft();
      }
    }
  }

  private void proveNothingIsLeft() {
    await().until(() -> port.connectionCount() == 0);
    await().until(() -> handling.get() == 0);
    await().untilAsserted(() -> assertThat(ended).hasValue(begun.get()));
    await().untilAsserted(() -> assertThat(budget.heldBytes()).isZero());
    await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(this::serveDecentClient);
  }

  /// Who may have to come again, if the machine makes it late and the port does not wait long.
  private void serveDecentClient() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /after HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(client.readAll()).endsWith("/after");
    }
  }
}
