// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.Trust;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.TlsIdentity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/// Plain and TLS, HTTP/1.1 and HTTP/2, with Java's own client.
class TlsServerTest {
  private static TlsIdentity identity;

  private final CountDownLatch entered = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private OpenPort server;

  @BeforeAll
  static void makeIdentity() {
    identity =
        KeptCertificate.temporary(
            CertificateNames.of(List.of("localhost", "127.0.0.1")), Instant.now());
  }

  @BeforeEach
  void start() throws IOException {
    server = start(new Encryption.Optional(() -> identity));
  }

  private OpenPort start(Encryption encryption) throws IOException {
    return OpenPort.of(
        "tls",
        encryption,
        new HttpCodec(this::handle, HttpLimits.DEFAULT),
        ConnectionLimits.DEFAULT,
        TrafficBudget.ofThisProcess(SystemTime.TICKER));
  }

  @AfterEach
  void stop() {
    release.countDown();
    server.close();
  }

  private HttpResponse handle(HttpRequest request) {
    return switch (request.path()) {
      case "/fail" -> throw new IllegalStateException("as the test wants");
      case "/gone" -> new HttpResponse(204, HttpHeaders.NONE, new byte[0]);
      case "/large" -> new HttpResponse(200, HttpHeaders.NONE, new byte[3_000_000]);
      case "/wait" -> {
        entered.countDown();
        awaitRelease();
        yield HttpResponse.text(200, "waited");
      }
      default ->
          HttpResponse.text(
              200,
              String.join(
                  "|",
                  request.method(),
                  request.path(),
                  request.query(),
                  request.headers().find("X-Test").orElse("-"),
                  request.host().orElse("-"),
                  request.secure() ? "secure" : "plain",
                  new String(request.body(), StandardCharsets.UTF_8)));
    };
  }

  private void awaitRelease() {
    try {
      release.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static HttpClient client(HttpClient.Version version) throws Exception {
    SSLContext trust = SSLContext.getInstance("TLS");
    trust.init(null, Trust.inPem(identity.pem()), new SecureRandom());
    return HttpClient.newBuilder().version(version).sslContext(trust).build();
  }

  private java.net.http.HttpRequest.Builder request(String scheme, String path) {
    return java.net.http.HttpRequest.newBuilder(
        URI.create(scheme + "://localhost:" + server.port() + path));
  }

  private String expected(String rest) {
    return rest.replace("HOST", "localhost:" + server.port());
  }

  @ParameterizedTest
  @EnumSource
  void clientThatTrustsThePemIsServed(HttpClient.Version version) throws Exception {
    try (HttpClient client = client(version)) {
      var answer =
          client.send(
              request("https", "/a%20b?c=%2F")
                  .header("X-TEST", "1")
                  .POST(BodyPublishers.ofString("body"))
                  .build(),
              BodyHandlers.ofString());
      assertThat(answer.version()).isEqualTo(version);
      assertThat(answer.statusCode()).isEqualTo(200);
      assertThat(answer.headers().firstValue("content-type"))
          .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
      assertThat(answer.headers().firstValue("date")).isPresent();
      assertThat(answer.body()).isEqualTo(expected("POST|/a%20b|c=%2F|1|HOST|secure|body"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void plainClientIsServedOnTheSamePort(HttpClient.Version version) throws Exception {
    try (HttpClient client = client(version)) {
      String body = client.send(request("http", "/x").build(), BodyHandlers.ofString()).body();
      assertThat(body).isEqualTo(expected("GET|/x||-|HOST|plain|"));
    }
  }

  @ParameterizedTest
  @EnumSource
  void oddAnswersArriveWhole(HttpClient.Version version) throws Exception {
    try (HttpClient client = client(version)) {
      for (int i = 0; i < 3; i++) {
        assertThat(client.send(request("https", "/gone").build(), BodyHandlers.ofString()))
            .satisfies(
                answer -> {
                  assertThat(answer.statusCode()).isEqualTo(204);
                  assertThat(answer.headers().firstValue("content-length")).isEmpty();
                });
        assertThat(
                client.send(request("https", "/large").build(), BodyHandlers.ofByteArray()).body())
            .hasSize(3_000_000);
        assertThat(client.send(request("https", "/fail").build(), BodyHandlers.ofString()))
            .satisfies(answer -> assertThat(answer.statusCode()).isEqualTo(500));
        assertThat(
                client.send(
                    request("https", "/x").method("HEAD", BodyPublishers.noBody()).build(),
                    BodyHandlers.ofString()))
            .satisfies(
                answer -> {
                  assertThat(answer.headers().firstValue("content-length")).isPresent();
                  assertThat(answer.body()).isEmpty();
                });
      }
    }
  }

  @Test
  void streamsOfOneConnectionAreServedBesideEachOther() throws Exception {
    try (HttpClient client = client(HttpClient.Version.HTTP_2)) {
      client.send(request("https", "/first").build(), BodyHandlers.ofString());
      var slow = client.sendAsync(request("https", "/wait").build(), BodyHandlers.ofString());
      entered.await();
      List<CompletableFuture<java.net.http.HttpResponse<String>>> fast = new ArrayList<>();
      for (int i = 0; i < 90; i++) {
        fast.add(client.sendAsync(request("https", "/" + i).build(), BodyHandlers.ofString()));
      }
      for (var answer : fast) {
        assertThat(answer.get().statusCode()).isEqualTo(200);
      }
      assertThat(server.connectionCount()).isEqualTo(1);
      assertThat(slow).isNotDone();
      release.countDown();
      assertThat(slow.get().body()).isEqualTo("waited");
    }
  }

  @Test
  void stopLetsStreamsInFlightBeAnswered() throws Exception {
    try (HttpClient client = client(HttpClient.Version.HTTP_2)) {
      var slow = client.sendAsync(request("https", "/wait").build(), BodyHandlers.ofString());
      entered.await();
      Thread stopping = Thread.ofVirtual().start(() -> server.stop(Duration.ofMinutes(1)));
      await().untilAsserted(() -> assertThatThrownBy(() -> new RawClient(server.port())));
      release.countDown();
      assertThat(slow.get().body()).isEqualTo("waited");
      assertThat(stopping.join(Duration.ofMinutes(1))).isTrue();
    }
  }

  @Test
  void stopWithoutGraceEndsStreams() throws Exception {
    try (HttpClient client = client(HttpClient.Version.HTTP_2)) {
      var slow = client.sendAsync(request("https", "/wait").build(), BodyHandlers.ofString());
      entered.await();
      server.stop(Duration.ZERO);
      assertThatThrownBy(slow::get).hasCauseInstanceOf(IOException.class);
    }
  }

  @Test
  void clientThatDoesNotTrustTheCertificateLeaves() throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      assertThatThrownBy(
              () -> client.send(request("https", "/").build(), BodyHandlers.discarding()))
          .isInstanceOf(SSLHandshakeException.class);
    }
    await().until(() -> server.connectionCount() == 0);
  }

  @Test
  void plainRequestsAreToldWhereOnlyTlsIsSpoken() throws Exception {
    server.close();
    server = start(new Encryption.Always(() -> identity));
    try (HttpClient client = client(HttpClient.Version.HTTP_1_1)) {
      var refusal = client.send(request("http", "/").build(), BodyHandlers.ofString());
      assertThat(refusal.statusCode()).isEqualTo(400);
      assertThat(refusal.body()).contains("https");
      assertThat(client.send(request("https", "/").build(), BodyHandlers.discarding()).statusCode())
          .isEqualTo(200);
    }
  }

  @Test
  void certificateThatCannotBeHadIsAskedForAgain() throws Exception {
    server.close();
    var attempts = new AtomicInteger();
    server =
        start(
            new Encryption.Optional(
                () -> {
                  if (attempts.incrementAndGet() == 1) {
                    throw new IllegalStateException("not yet, as the test wants");
                  }
                  return identity;
                }));
    try (RawClient first = new RawClient(server.port())) {
      assertThat(first.send(new byte[] {0x16, 3, 1}).readAll()).isEmpty();
    }
    try (HttpClient client = client(HttpClient.Version.HTTP_1_1)) {
      assertThat(client.send(request("https", "/").build(), BodyHandlers.discarding()).statusCode())
          .isEqualTo(200);
    }
    assertThat(attempts).hasValue(2);
  }
}
