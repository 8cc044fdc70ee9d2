// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/// What clients do with the text of a certificate.
public final class Trust {
  private Trust() {}

  public static TrustManager[] inPem(String pem) throws GeneralSecurityException, IOException {
    KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
    store.load(null, null);
    var bytes = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
    for (Certificate certificate :
        CertificateFactory.getInstance("X.509").generateCertificates(bytes)) {
      store.setCertificateEntry("orrery", certificate);
    }
    TrustManagerFactory factory =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    factory.init(store);
    return factory.getTrustManagers();
  }
}
