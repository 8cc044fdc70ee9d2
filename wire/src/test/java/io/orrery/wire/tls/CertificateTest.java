// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.OutputStream;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.jcajce.JcaPEMWriter;
import org.bouncycastle.openssl.jcajce.JcePEMEncryptorBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CertificateTest {
  private static final Instant NOW = Instant.parse("2026-11-15T12:00:00Z");
  private static final CertificateNames NAMES =
      CertificateNames.of(List.of("localhost", "*.localhost", "127.0.0.1", "::1"));

  @TempDir private Path directory;

  private TlsIdentity open(CertificateNames names, Instant now) {
    return KeptCertificate.open(directory.resolve("tls"), names, now);
  }

  @Test
  void certificateIsItsOwnAuthorityForServers() throws Exception {
    X509Certificate certificate = open(NAMES, NOW).certificate();
    certificate.verify(certificate.getPublicKey());
    assertThat(certificate.getBasicConstraints()).isEqualTo(Integer.MAX_VALUE);
    boolean digitalSignature = certificate.getKeyUsage()[0];
    boolean keyCertSign = certificate.getKeyUsage()[5];
    assertThat(List.of(digitalSignature, keyCertSign)).containsOnly(true);
    assertThat(certificate.getExtendedKeyUsage()).containsExactly("1.3.6.1.5.5.7.3.1");
    assertThat(certificate.getSigAlgName()).isEqualTo("SHA256withECDSA");
    assertThat(CertificateNames.in(certificate)).isEqualTo(NAMES);
    assertThat(
            Duration.between(
                certificate.getNotBefore().toInstant(), certificate.getNotAfter().toInstant()))
        .isEqualTo(Duration.ofDays(729));
    certificate.checkValidity(Date.from(NOW));
  }

  @Test
  void namesOfThisMachineAreInIt() throws Exception {
    CertificateNames names = CertificateNames.ofThisMachine(List.of("Extra.Example", "10.1.2.3"));
    assertThat(names.hosts())
        .contains("localhost", "*.localhost", "host.docker.internal", "cosmos", "cosmosdb")
        .contains("cosmos-emulator", "orrery", "extra.example");
    assertThat(names.addresses()).contains("127.0.0.1", "0:0:0:0:0:0:0:1", "10.1.2.3");
    assertThat(CertificateNames.in(open(names, NOW).certificate())).isEqualTo(names);
  }

  @Test
  void nonsensicalNamesAreRefused() {
    for (String name : List.of("", "a b", "::zz", "1.2.3.999", "a/b")) {
      assertThatThrownBy(() -> CertificateNames.of(List.of(name)))
          .as(name)
          .isInstanceOfSatisfying(
              OrreryException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT));
    }
  }

  @Test
  void secondStartReadsTheSame() {
    TlsIdentity first = open(NAMES, NOW);
    assertThat(open(NAMES, NOW.plus(Duration.ofDays(600)))).isEqualTo(first);
    assertThat(open(CertificateNames.of(List.of("localhost")), NOW)).isEqualTo(first);
  }

  @Test
  void keyIsForItsOwnerOnly() throws Exception {
    open(NAMES, NOW);
    Path key = directory.resolve("tls/key.pem");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(key)))
        .isEqualTo("rw-------");
  }

  @Test
  void newNameIsIssuedWithTheSameKeyThatOldTrustAccepts() throws Exception {
    TlsIdentity first = open(NAMES, NOW);
    TlsIdentity second = open(CertificateNames.of(List.of("localhost", "new.example")), NOW);
    assertThat(second.key()).isEqualTo(first.key());
    assertThat(second.certificate()).isNotEqualTo(first.certificate());
    assertThat(CertificateNames.in(second.certificate()).hosts()).contains("new.example");
    second.certificate().verify(first.certificate().getPublicKey());
    assertThat(second.certificate().getIssuerX500Principal())
        .isEqualTo(first.certificate().getSubjectX500Principal());
  }

  @Test
  void certificateNearItsEndIsIssuedAgain() {
    TlsIdentity first = open(NAMES, NOW);
    Instant later = NOW.plus(Duration.ofDays(710));
    TlsIdentity second = open(NAMES, later);
    assertThat(second.key()).isEqualTo(first.key());
    assertThat(second.certificate().getNotAfter().toInstant())
        .isAfter(later.plus(Duration.ofDays(700)));
  }

  @Test
  void lostOrDamagedCertificateIsIssuedAgain() throws Exception {
    TlsIdentity first = open(NAMES, NOW);
    Path file = directory.resolve("tls/certificate.pem");
    Files.delete(file);
    assertThat(open(NAMES, NOW).key()).isEqualTo(first.key());
    Files.writeString(file, "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    assertThat(open(NAMES, NOW).key()).isEqualTo(first.key());
    assertThat(TlsIdentity.belongs(open(NAMES, NOW).certificate(), first.key())).isTrue();
  }

  @Test
  void damagedKeyIsAnErrorWithARemedy() throws Exception {
    open(NAMES, NOW);
    Path file = directory.resolve("tls/key.pem");
    for (String text : List.of("", "x", "-----BEGIN PRIVATE KEY-----\nAA==", keyText("AAAA"))) {
      Files.writeString(file, text);
      assertThatThrownBy(() -> open(NAMES, NOW))
          .isInstanceOf(OrreryException.class)
          .hasMessageContaining("delete the directory");
    }
  }

  private static String keyText(String body) {
    return new Pem(Pem.PRIVATE_KEY, body).text();
  }

  @Test
  void ownPemIsRead() throws Exception {
    TlsIdentity made = KeptCertificate.temporary(NAMES, NOW);
    String key = Pem.of(Pem.PRIVATE_KEY, made.key().getEncoded()).text();
    assertThat(readOwn(made.pem() + key, "")).isEqualTo(made);
    assertThat(readOwn("some words\n" + key + made.pem(), "")).isEqualTo(made);
  }

  @Test
  void ownPemWithAnOldOrEncryptedKeyIsRead() throws Exception {
    KeyPair pair = pairAsOpensslWritesIt();
    var made = new TlsIdentity(pair.getPrivate(), List.of(SelfSigned.issue(pair, NAMES, NOW)));
    var plain = new StringWriter();
    try (var writer = new JcaPEMWriter(plain)) {
      writer.writeObject(pair);
    }
    assertThat(plain.toString()).contains("EC PRIVATE KEY");
    assertSameKey(readOwn(made.pem() + plain, ""), made);
    var encrypted = new StringWriter();
    try (var writer = new JcaPEMWriter(encrypted)) {
      var encryptor =
          new JcePEMEncryptorBuilder("AES-256-CBC")
              .setProvider(new BouncyCastleProvider())
              .build("secret".toCharArray());
      writer.writeObject(pair, encryptor);
    }
    assertSameKey(readOwn(made.pem() + encrypted, "secret"), made);
    assertThatThrownBy(() -> readOwn(made.pem() + encrypted, "wrong"))
        .isInstanceOf(OrreryException.class);
  }

  /// With the curve inside, which Java's own keys leave out.
  private static KeyPair pairAsOpensslWritesIt() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("EC", new BouncyCastleProvider());
    generator.initialize(new ECGenParameterSpec("secp256r1"));
    return generator.generateKeyPair();
  }

  private static void assertSameKey(TlsIdentity read, TlsIdentity made) throws Exception {
    assertThat(read.chain()).isEqualTo(made.chain());
    assertThat(TlsIdentity.belongs(made.certificate(), read.key())).isTrue();
  }

  @Test
  void ownPfxIsReadWithItsSecret() throws Exception {
    TlsIdentity made = KeptCertificate.temporary(NAMES, NOW);
    Path file = directory.resolve("own.pfx");
    KeyStore store = KeyStore.getInstance("PKCS12");
    store.load(null, null);
    char[] secret = "secret".toCharArray();
    store.setKeyEntry("any", made.key(), secret, new Certificate[] {made.certificate()});
    try (OutputStream out = Files.newOutputStream(file)) {
      store.store(out, secret);
    }
    assertSameKey(OwnCertificate.read(file, "secret"), made);
    assertThatThrownBy(() -> OwnCertificate.read(file, "wrong"))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("own.pfx");
  }

  @Test
  void ownRsaKeyWorks() throws Exception {
    KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
    generator.initialize(2048);
    KeyPair pair = generator.generateKeyPair();
    PrivateKey read = Pem.of(Pem.PRIVATE_KEY, pair.getPrivate().getEncoded()).privateKey();
    assertThat(read).isEqualTo(pair.getPrivate());
  }

  @Test
  void unusableOwnFilesAreErrors() throws Exception {
    TlsIdentity made = KeptCertificate.temporary(NAMES, NOW);
    String key = Pem.of(Pem.PRIVATE_KEY, made.key().getEncoded()).text();
    String otherKey =
        Pem.of(Pem.PRIVATE_KEY, KeptCertificate.temporary(NAMES, NOW).key().getEncoded()).text();
    for (String text :
        List.of("", "0", key, made.pem(), made.pem() + otherKey, key + key + made.pem())) {
      assertThatThrownBy(() -> readOwn(text, "")).isInstanceOf(OrreryException.class);
    }
    assertThatThrownBy(() -> OwnCertificate.read(directory.resolve("none"), ""))
        .isInstanceOf(OrreryException.class)
        .hasMessageContaining("none");
  }

  private TlsIdentity readOwn(String text, String secret) throws Exception {
    Path file = directory.resolve("own.pem");
    Files.writeString(file, text);
    return OwnCertificate.read(file, secret);
  }
}
