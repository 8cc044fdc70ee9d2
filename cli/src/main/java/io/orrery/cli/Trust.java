// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// TLS with one certificate as the only trust anchor.
final class Trust {
  private Trust() {}

  static SSLContext only(Path certificate) {
    try (InputStream pem = Files.newInputStream(certificate)) {
      Certificate anchor = CertificateFactory.getInstance("X.509").generateCertificate(pem);
      KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
      anchors.load(null, null);
      anchors.setCertificateEntry("orrery", anchor);
      TrustManagerFactory trust =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      trust.init(anchors);
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, trust.getTrustManagers(), null);
      return context;
    } catch (IOException | GeneralSecurityException e) {
      throw new CommandFailure(
          CommandFailure.Kind.WRONG_USE,
          "The certificate %s cannot be used (%s).".formatted(certificate, e),
          e);
    }
  }
}
