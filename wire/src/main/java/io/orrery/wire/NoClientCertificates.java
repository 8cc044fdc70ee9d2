// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.net.Socket;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/// Clients prove who they are by keys, not by certificates. Without this, Java would load its
/// hundred certificate authorities for nothing.
final class NoClientCertificates extends X509ExtendedTrustManager {
  private static final X509Certificate[] NONE = {};

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw refused();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw refused();
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw refused();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) throws CertificateException {
    throw refused();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket)
      throws CertificateException {
    throw refused();
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine)
      throws CertificateException {
    throw refused();
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return NONE;
  }

  private static CertificateException refused() {
    return new CertificateException("No certificate is accepted here");
  }
}
