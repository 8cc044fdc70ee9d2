// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.stream.Stream;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.X509CertificateHolder;
import org.bouncycastle.cert.jcajce.JcaX509ExtensionUtils;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;

/// Makes keys, and certificates that they sign themselves. A certificate is its own authority
/// (`CA:TRUE`), so that clients that trust one accept its successors with the same key.
final class SelfSigned {
  /// Two years less a day: the most that strict clients accept.
  private static final Duration VALIDITY = Duration.ofDays(2 * 365 - 1);

  /// Clients whose clock is slow shall not have to wait.
  private static final Duration EARLIER = Duration.ofDays(1);

  /// The same in all of them: it says nothing, the alternative names do.
  private static final X500Name SUBJECT = new X500Name("CN=localhost,O=Orrery");

  private static final String CURVE = "secp256r1";
  private static final int SERIAL_BITS = 158;

  private SelfSigned() {}

  static KeyPair newKey() throws GeneralSecurityException {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
    generator.initialize(new ECGenParameterSpec(CURVE));
    return generator.generateKeyPair();
  }

  static X509Certificate issue(KeyPair key, CertificateNames names, Instant now)
      throws GeneralSecurityException {
    Instant from = now.minus(EARLIER);
    var builder =
        new JcaX509v3CertificateBuilder(
            SUBJECT,
            new BigInteger(SERIAL_BITS, new SecureRandom()).setBit(SERIAL_BITS),
            Date.from(from),
            Date.from(from.plus(VALIDITY)),
            SUBJECT,
            key.getPublic());
    try {
      addExtensions(builder, key, names);
      var signer = new JcaContentSignerBuilder("SHA256withECDSA").build(key.getPrivate());
      return toJava(builder.build(signer));
    } catch (IOException | OperatorCreationException e) {
      throw new GeneralSecurityException("The certificate cannot be made", e);
    }
  }

  private static void addExtensions(
      JcaX509v3CertificateBuilder builder, KeyPair key, CertificateNames names)
      throws GeneralSecurityException, IOException {
    var identifiers = new JcaX509ExtensionUtils();
    builder
        .addExtension(Extension.basicConstraints, true, new BasicConstraints(true))
        .addExtension(
            Extension.keyUsage,
            true,
            new KeyUsage(KeyUsage.digitalSignature | KeyUsage.keyCertSign))
        .addExtension(
            Extension.extendedKeyUsage, false, new ExtendedKeyUsage(KeyPurposeId.id_kp_serverAuth))
        .addExtension(Extension.subjectAlternativeName, false, alternativeNames(names))
        .addExtension(
            Extension.subjectKeyIdentifier,
            false,
            identifiers.createSubjectKeyIdentifier(key.getPublic()))
        .addExtension(
            Extension.authorityKeyIdentifier,
            false,
            identifiers.createAuthorityKeyIdentifier(key.getPublic()));
  }

  private static GeneralNames alternativeNames(CertificateNames names) {
    Stream<GeneralName> hosts =
        names.hosts().stream().map(host -> new GeneralName(GeneralName.dNSName, host));
    Stream<GeneralName> addresses =
        names.addresses().stream().map(address -> new GeneralName(GeneralName.iPAddress, address));
    return new GeneralNames(Stream.concat(hosts, addresses).toArray(GeneralName[]::new));
  }

  private static X509Certificate toJava(X509CertificateHolder certificate)
      throws GeneralSecurityException, IOException {
    return (X509Certificate)
        CertificateFactory.getInstance("X.509")
            .generateCertificate(new ByteArrayInputStream(certificate.getEncoded()));
  }
}
