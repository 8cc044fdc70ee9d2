// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.mongodriver;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.connection.SslSettings;
import io.orrery.testkit.ServerProcess;
import io.orrery.testkit.SqlHttp;
import java.io.ByteArrayInputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Map;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// How drivers reach a server.
final class MongoAccess {
  private MongoAccess() {}

  static MongoClientSettings settings(ServerProcess server, boolean tls, String options)
      throws Exception {
    String uri =
        "mongodb://localhost:%s@127.0.0.1:%d/?replicaSet=globaldb%s"
            .formatted(
                URLEncoder.encode(server.ready("key"), StandardCharsets.UTF_8),
                server.endpoint("mongo").getPort(),
                options);
    SSLContext trusting = tls ? trusting(server) : SSLContext.getDefault();
    return MongoClientSettings.builder()
        .applyConnectionString(new ConnectionString(uri))
        .applyToSslSettings((SslSettings.Builder ssl) -> ssl.enabled(tls).context(trusting))
        .build();
  }

  private static SSLContext trusting(ServerProcess server) throws Exception {
    String pem = SqlHttp.owner(server).unsigned("GET", "/_explorer/emulator.pem", Map.of()).body();
    KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
    trusted.load(null, null);
    trusted.setCertificateEntry(
        "server",
        CertificateFactory.getInstance("X.509")
            .generateCertificate(
                new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))));
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(trusted);
    SSLContext context = SSLContext.getInstance("TLS");
    context.init(null, factory.getTrustManagers(), null);
    return context;
  }
}
