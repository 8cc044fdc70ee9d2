// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.Signature;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.List;

/// A key and the certificates that vouch for it, the key's own first.
public record TlsIdentity(PrivateKey key, List<X509Certificate> chain) {

  public TlsIdentity {
    chain = List.copyOf(chain);
    if (chain.isEmpty()) {
      throw new IllegalArgumentException("An identity needs a certificate");
    }
  }

  public X509Certificate certificate() {
    return chain.getFirst();
  }

  /// Whether the key signs what the certificate verifies.
  static boolean belongs(X509Certificate certificate, PrivateKey key)
      throws GeneralSecurityException {
    String keyAlgorithm = certificate.getPublicKey().getAlgorithm();
    if (!keyAlgorithm.equals(key.getAlgorithm())) {
      return false;
    }
    String algorithm =
        switch (keyAlgorithm) {
          case "EC" -> "SHA256withECDSA";
          case "RSA" -> "SHA256withRSA";
          default -> keyAlgorithm;
        };
    byte[] message = certificate.getSignature();
    Signature signature = Signature.getInstance(algorithm);
    signature.initSign(key);
    signature.update(message);
    byte[] signed = signature.sign();
    signature.initVerify(certificate.getPublicKey());
    signature.update(message);
    return signature.verify(signed);
  }

  /// The certificates as text, for people who want to trust them. No secret in it.
  public String pem() {
    var text = new StringBuilder();
    for (X509Certificate certificate : chain) {
      try {
        text.append(Pem.of(Pem.CERTIFICATE, certificate.getEncoded()).text());
      } catch (CertificateEncodingException e) {
        throw new IllegalStateException("A certificate that was decoded cannot be encoded", e);
      }
    }
    return text.toString();
  }
}
