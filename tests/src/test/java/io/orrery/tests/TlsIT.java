// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.testkit.ServerProcess;
import java.io.ByteArrayInputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.util.List;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The certificate as users meet it: fetched once, trusted, still good after a restart.
class TlsIT {
  @TempDir private Path directory;

  private static HttpResponse<String> get(HttpClient client, URI address) throws Exception {
    return client.send(
        HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString());
  }

  private static String fetchPem(ServerProcess server) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      URI address = server.endpoint("sql").resolve("/_explorer/emulator.pem");
      HttpResponse<String> answer = get(client, address);
      assertThat(answer.statusCode()).isEqualTo(200);
      return answer.body();
    }
  }

  private static HttpClient trusting(String pem) throws Exception {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    store.setCertificateEntry(
        "orrery",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(store);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, trust.getTrustManagers(), new SecureRandom());
    return HttpClient.newBuilder().sslContext(context).build();
  }

  /// The same port with the other scheme, under another of its names.
  private static URI secure(ServerProcess server) {
    return URI.create("https://localhost:" + server.endpoint("sql").getPort() + "/");
  }

  @Test
  void fetchedCertificateIsTrustedAndKept() throws Exception {
    String pem;
    try (ServerProcess server = ServerProcess.serve(directory)) {
      pem = fetchPem(server);
      try (HttpClient client = trusting(pem)) {
        HttpResponse<String> account = get(client, secure(server));
        assertThat(account.version()).isEqualTo(HttpClient.Version.HTTP_2);
        assertThat(account.statusCode()).isEqualTo(200);
        assertThat(account.body()).contains(secure(server).toString());
      }
      assertThat(server.stop()).isZero();
    }
    try (ServerProcess server = ServerProcess.serve(directory)) {
      assertThat(fetchPem(server)).isEqualTo(pem);
      assertThat(server.standardError()).isEmpty();
    }
  }

  @Test
  void httpsOnlyServerAnnouncesHttps() throws Exception {
    try (ServerProcess server = ServerProcess.serve(directory, "--protocol", "https")) {
      assertThat(server.endpoint("sql").getScheme()).isEqualTo("https");
      try (HttpClient client = HttpClient.newHttpClient()) {
        URI plain = URI.create("http://localhost:" + server.endpoint("sql").getPort() + "/");
        assertThat(get(client, plain).statusCode()).isEqualTo(400);
        assertThat(get(client, server.endpoint("health").resolve("/ready")).statusCode())
            .isEqualTo(200);
      }
    }
  }

  @Test
  void unusableOwnCertificateStopsTheStartWithASentence() {
    try (ServerProcess server =
        ServerProcess.run(
            directory,
            Map.of(),
            List.of(
                "serve",
                "--in-memory",
                "--port",
                "0",
                "--health-port",
                "0",
                "--cert-path",
                "no"))) {
      assertThat(server.awaitExit()).isNotZero();
      assertThat(server.standardError()).startsWith("orrery: ").contains("certificate in no");
    }
  }
}
