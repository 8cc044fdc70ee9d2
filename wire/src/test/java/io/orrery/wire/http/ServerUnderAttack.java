// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.connection.TrafficBudget;
import java.io.IOException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/// A server with tight limits that echoes the path, `/sleep` excepted, and takes who asks for
/// `/known` for authenticated. Closing it proves that it is as it was before the attack: no
/// connection, no running handler, no thread of its own is left, and a decent client is served.
final class ServerUnderAttack implements AutoCloseable {
  static final int CONNECTIONS = 50;

  private final AtomicInteger handling = new AtomicInteger();
  private final AtomicInteger handlingMax = new AtomicInteger();
  private final OpenPort server;

  ServerUnderAttack(Encryption encryption, Patience patience) throws IOException {
    var limits = new HttpLimits(1024, 4096, patience);
    server =
        OpenPort.of(
            "hostile",
            encryption,
            new HttpCodec(this::handle, limits),
            new ConnectionLimits(CONNECTIONS, CONNECTIONS),
            TrafficBudget.ofThisProcess(SystemTime.TICKER));
  }

  private HttpResponse handle(HttpRequest request) {
    handlingMax.accumulateAndGet(handling.incrementAndGet(), Math::max);
    try {
      if (request.path().equals("/sleep")) {
        new CountDownLatch(1).await();
      }
      if (request.path().equals("/known")) {
        request.caller().recognise();
      }
      return HttpResponse.text(200, request.path());
    } catch (InterruptedException e) {
      throw new IllegalStateException("Interrupted, as it should be", e);
    } finally {
      handling.decrementAndGet();
    }
  }

  int port() {
    return server.port();
  }

  int connectionCount() {
    return server.connectionCount();
  }

  /// How many handlers ran at once at most.
  int handlingMax() {
    return handlingMax.get();
  }

  RawClient connect() throws IOException {
    return new RawClient(server.port());
  }

  @Override
  public void close() {
    try (server) { // Also where something is left, or its threads would fail every test that
      // follows.
      await().until(() -> server.connectionCount() == 0);
      await().until(() -> handling.get() == 0);
      await().ignoreExceptionsInstanceOf(IOException.class).untilAsserted(this::serveDecentClient);
    }
    await()
        .until(
            () ->
                Thread.getAllStackTraces().keySet().stream()
                    .noneMatch(thread -> thread.getName().startsWith("hostile")));
  }

  /// Who may have to come again, if the machine makes it late and the server does not wait long.
  private void serveDecentClient() throws IOException {
    try (RawClient client = connect()) {
      client.send("GET /after HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
      assertThat(client.readAll()).endsWith("/after");
    }
  }
}
