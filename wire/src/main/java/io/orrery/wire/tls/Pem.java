// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/// One block of a PEM file.
///
/// @param body what stands between its first and last line: Base64, in old forms of keys below some
///   headers
record Pem(String label, String body) {
  static final String CERTIFICATE = "CERTIFICATE";
  static final String PRIVATE_KEY = "PRIVATE KEY";
  static final String PUBLIC_KEY = "PUBLIC KEY";

  private static final String BEGIN = "-----BEGIN ";
  private static final String END = "-----END ";
  private static final String DASHES = "-----";
  private static final int LINE_CHARS = 64;
  private static final List<String> KEY_ALGORITHMS = List.of("EC", "RSA", "EdDSA");

  /// Every block of the text; what stands between them is commentary.
  ///
  /// @throws IllegalArgumentException if a block does not end
  static List<Pem> parse(String text) {
    List<Pem> blocks = new ArrayList<>();
    int begin = text.indexOf(BEGIN);
    while (begin >= 0) {
      int labelStart = begin + BEGIN.length();
      int labelEnd = text.indexOf(DASHES, labelStart);
      if (labelEnd < 0) {
        throw new IllegalArgumentException("a PEM block has no label");
      }
      String label = text.substring(labelStart, labelEnd);
      int end = text.indexOf(END + label + DASHES, labelEnd);
      if (end < 0) {
        throw new IllegalArgumentException("a PEM block does not end");
      }
      blocks.add(new Pem(label, text.substring(labelEnd + DASHES.length(), end)));
      begin = text.indexOf(BEGIN, end);
    }
    return blocks;
  }

  static Pem of(String label, byte[] content) {
    var encoder = Base64.getMimeEncoder(LINE_CHARS, "\n".getBytes(StandardCharsets.US_ASCII));
    return new Pem(label, encoder.encodeToString(content));
  }

  String text() {
    return "%s%s%s\n%s\n%s%s%s\n".formatted(BEGIN, label, DASHES, body.strip(), END, label, DASHES);
  }

  private byte[] content() {
    return Base64.getMimeDecoder().decode(body.strip());
  }

  X509Certificate certificate() throws GeneralSecurityException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(content()));
  }

  /// Of the kind that is made here.
  PublicKey publicKey() throws GeneralSecurityException {
    return KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(content()));
  }

  /// A key in the form that names its own algorithm (PKCS #8), which Java wants to hear from us
  /// nevertheless.
  PrivateKey privateKey() throws GeneralSecurityException {
    var specification = new PKCS8EncodedKeySpec(content());
    var failure = new InvalidKeySpecException("the key is none of " + KEY_ALGORITHMS);
    for (String algorithm : KEY_ALGORITHMS) {
      try {
        return KeyFactory.getInstance(algorithm).generatePrivate(specification);
      } catch (InvalidKeySpecException e) {
        failure.addSuppressed(e);
      }
    }
    throw failure;
  }
}
