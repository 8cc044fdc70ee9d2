// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static io.orrery.wire.Soon.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.wire.Encryption;
import io.orrery.wire.RawClient;
import io.orrery.wire.Trust;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.Patience;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.TlsIdentity;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import java.util.random.RandomGeneratorFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Clients that start as if they spoke TLS.
class HostileTlsTest {
  private static TlsIdentity identity;

  private ServerUnderAttack server;

  @BeforeAll
  static void makeIdentity() {
    identity = KeptCertificate.temporary(CertificateNames.of(List.of("localhost")), Instant.now());
  }

  @BeforeEach
  void start() throws IOException {
    server = start(Waiting.LONG);
  }

  private static ServerUnderAttack start(Patience patience) throws IOException {
    return new ServerUnderAttack(new Encryption.Optional(() -> identity), patience);
  }

  /// Long enough for handshakes of decent clients, which may have to come again.
  private void waitShortlyForGreetings() throws IOException {
    server.close();
    server = start(Waiting.atMost(Duration.ofMillis(1500), Waiting.For.GREETING));
  }

  @AfterEach
  void serverIsAsBefore() throws Exception {
    try (ServerUnderAttack closing = server;
        HttpClient client = trusting()) {
      var request =
          java.net.http.HttpRequest.newBuilder(
                  URI.create("https://localhost:" + closing.port() + "/after"))
              .build();
      await()
          .ignoreExceptionsInstanceOf(IOException.class)
          .until(
              () -> client.send(request, BodyHandlers.ofString()).body(),
              body -> body.equals("/after"));
    }
  }

  private static HttpClient trusting() throws Exception {
    SSLContext trust = SSLContext.getInstance("TLS");
    trust.init(null, Trust.inPem(identity.pem()), new SecureRandom());
    return HttpClient.newBuilder().sslContext(trust).build();
  }

  private void send(byte[] bytes) throws IOException {
    try (RawClient client = server.connect()) {
      client.sendAsMuchAsIsTaken(bytes).readAll();
    }
  }

  /// What a decent client would say first.
  private static byte[] hello() throws Exception {
    SSLEngine engine = SSLContext.getDefault().createSSLEngine("localhost", 1);
    engine.setUseClientMode(true);
    ByteBuffer hello = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
    wrap(engine, hello);
    byte[] bytes = new byte[hello.flip().remaining()];
    hello.get(bytes);
    return bytes;
  }

  private static void wrap(SSLEngine engine, ByteBuffer target) throws SSLException {
    engine.wrap(ByteBuffer.allocate(0), target);
  }

  @Test
  void silenceInsteadOfAHelloIsClosed() throws Exception {
    waitShortlyForGreetings();
    send(new byte[] {0x16});
    send(new byte[] {0x16, 3, 1, 1, 0});
  }

  @Test
  void silenceAfterTheHelloIsClosed() throws Exception {
    waitShortlyForGreetings();
    send(hello());
  }

  @Test
  void plainTextAfterTheHelloIsClosed() throws Exception {
    try (RawClient client = server.connect()) {
      client
          .send(hello())
          .sendAsMuchAsIsTaken("GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
      assertThat(client.readAll()).doesNotContain("HTTP/1.1");
    }
  }

  @Test
  void recordLargerThanAnyIsClosed() throws Exception {
    byte[] record = new byte[70_000];
    record[0] = 0x16;
    record[1] = 3;
    record[2] = 1;
    record[3] = (byte) 0xff;
    record[4] = (byte) 0xff;
    send(record);
  }

  @Test
  void randomBytesNeverHurt() throws Exception {
    long seed = RandomGenerator.getDefault().nextLong();
    RandomGenerator random = RandomGeneratorFactory.of("L64X128MixRandom").create(seed);
    byte[] hello = hello();
    for (int i = 0; i < 200; i++) {
      byte[] bytes = i % 2 == 0 ? noise(random) : damaged(hello, random);
      try (RawClient client = server.connect()) {
        assertThat(client.sendAsMuchAsIsTaken(bytes).endOutput().readAll())
            .as("seed %d, round %d", seed, i)
            .doesNotContain("500");
      }
    }
  }

  private static byte[] noise(RandomGenerator random) {
    byte[] bytes = new byte[1 + random.nextInt(2000)];
    random.nextBytes(bytes);
    bytes[0] = 0x16;
    return bytes;
  }

  private static byte[] damaged(byte[] hello, RandomGenerator random) {
    byte[] bytes = hello.clone();
    for (int i = random.nextInt(5); i >= 0; i--) {
      bytes[5 + random.nextInt(bytes.length - 5)] = (byte) random.nextInt();
    }
    return bytes;
  }
}
