// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.SystemTime;
import io.orrery.wire.Encryption;
import io.orrery.wire.OpenPort;
import io.orrery.wire.RawClient;
import io.orrery.wire.Waiting;
import io.orrery.wire.connection.ConnectionLimits;
import io.orrery.wire.connection.TrafficBudget;
import io.orrery.wire.tls.CertificateNames;
import io.orrery.wire.tls.KeptCertificate;
import io.orrery.wire.tls.TlsIdentity;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Whoever does not say what it wants is not waited for as long as a client between two requests.
class GreetingTest {
  private static OpenPort server;

  @BeforeAll
  static void start() throws IOException {
    TlsIdentity identity =
        KeptCertificate.temporary(CertificateNames.of(List.of("localhost")), Instant.now());
    var limits = new HttpLimits(1024, 1024, Waiting.shortlyFor(Waiting.For.GREETING));
    server =
        OpenPort.of(
            "greeting",
            new Encryption.Optional(() -> identity),
            new HttpCodec(request -> HttpResponse.text(200, request.path()), limits),
            new ConnectionLimits(10, 10),
            TrafficBudget.ofThisProcess(SystemTime.TICKER));
  }

  @AfterAll
  static void stop() {
    server.close();
  }

  private static String answerTo(byte[] bytes) throws IOException {
    try (RawClient client = new RawClient(server.port())) {
      return client.send(bytes).readAll();
    }
  }

  @Test
  void silenceIsClosed() throws IOException {
    assertThat(answerTo(new byte[0])).isEmpty();
  }

  @Test
  void unfinishedHelloIsClosed() throws IOException {
    answerTo(new byte[] {0x16});
    answerTo(new byte[] {0x16, 3, 1, 1, 0, 1});
  }

  @Test
  void unfinishedHeadIsClosed() throws IOException {
    assertThat(answerTo("GET / HTTP/1.1\r\nHo".getBytes(StandardCharsets.US_ASCII))).isEmpty();
  }

  @Test
  void unfinishedPrefaceIsClosed() throws IOException {
    assertThat(answerTo("PRI * HT".getBytes(StandardCharsets.US_ASCII))).doesNotContain("HTTP/1.1");
  }
}
