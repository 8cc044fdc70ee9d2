// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Listener;
import io.orrery.wire.ListenerSettings;
import io.orrery.wire.Network;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.http.HttpCodec;
import io.orrery.wire.http.HttpLimits;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Whatever the rest of the process is stuck in, the pages about its health come.
class HealthHandlerTest {
  private final Readiness readiness = new Readiness();
  private final Metrics metrics = new Metrics();
  private final CountDownLatch release = new CountDownLatch(1);
  private final HealthHandler pages =
      new HealthHandler(readiness, metrics, () -> Map.of("waited", await()));

  /// With platform threads: the client must not wait for what it tests.
  private final HttpClient client =
      HttpClient.newBuilder()
          .executor(Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory()))
          .build();

  private final Network network =
      new Network(
          "health", 1, ConnectionLimits.DEFAULT, new TrafficBudget(1 << 20, SystemTime.TICKER));
  private Listener server;

  private boolean await() {
    try {
      release.await();
      return true;
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @BeforeEach
  void start() throws IOException {
    readiness.started();
    server =
        network.listen(
            new ListenerSettings("127.0.0.1", 0), new HttpCodec(pages, HttpLimits.DEFAULT));
  }

  @AfterEach
  void stop() {
    release.countDown();
    client.close();
    server.close();
    network.close();
    pages.close();
    metrics.close();
  }

  private HttpRequest request(String path) {
    return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + server.port() + path))
        .timeout(Duration.ofSeconds(20))
        .build();
  }

  private int get(String path) throws IOException, InterruptedException {
    return client.send(request(path), BodyHandlers.discarding()).statusCode();
  }

  @Test
  void noPageNeedsAVirtualThread() throws Exception {
    var stop = new AtomicBoolean();
    List<Thread> busy = new ArrayList<>();
    try {
      for (int i = 0; i < 4 * Runtime.getRuntime().availableProcessors(); i++) {
        busy.add(Thread.ofVirtual().start(() -> spinUntil(stop)));
      }
      assertThat(get("/alive")).isEqualTo(200);
      assertThat(get("/ready")).isEqualTo(200);
      assertThat(get("/metrics")).isEqualTo(200);
      assertThat(get("/other")).isEqualTo(404);
    } finally {
      stop.set(true);
      for (Thread each : busy) {
        each.join();
      }
    }
  }

  private static void spinUntil(AtomicBoolean stop) {
    while (!stop.get()) {
      Thread.onSpinWait();
    }
  }

  @Test
  void slowPagesStopNoOthers() throws Exception {
    CompletableFuture<HttpResponse<String>> status =
        client.sendAsync(request("/status"), BodyHandlers.ofString());
    assertThat(get("/ready")).isEqualTo(200);
    readiness.add("slow", () -> await() ? Optional.empty() : Optional.of("this is never the case"));
    CompletableFuture<HttpResponse<String>> ready =
        client.sendAsync(request("/ready"), BodyHandlers.ofString());
    assertThat(get("/metrics")).isEqualTo(200);
    assertThat(get("/alive")).isEqualTo(200);
    assertThat(status).isNotDone();
    assertThat(ready).isNotDone();
    release.countDown();
    assertThat(status.get().body()).contains("\"waited\"");
    assertThat(ready.get().statusCode()).isEqualTo(200);
  }
}
