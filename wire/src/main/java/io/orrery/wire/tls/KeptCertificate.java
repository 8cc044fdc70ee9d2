// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/// The certificate the server signs itself. Made at the first start and kept beside the data, so
/// that clients have to trust it only once; issued again, with the same key, when a name is missing
/// in it or its end is near.
public final class KeptCertificate {
  private static final Logger LOG = LoggerFactory.getLogger(KeptCertificate.class);
  private static final Duration RENEWAL = Duration.ofDays(30);
  private static final String KEY_FILE = "key.pem";
  private static final String CERTIFICATE_FILE = "certificate.pem";

  /// The public key beside the private one: to compute it, or to try whether a certificate belongs
  /// to a key, takes a cold Java longer than all the rest.
  private static final List<String> KEY_LABELS = List.of(Pem.PRIVATE_KEY, Pem.PUBLIC_KEY);

  private final Path directory;
  private final CertificateNames names;
  private final Instant now;

  private KeptCertificate(Path directory, CertificateNames names, Instant now) {
    this.directory = directory;
    this.names = names;
    this.now = now;
  }

  /// Reads it, or makes it first.
  ///
  /// @throws OrreryException with a sentence for the user if the files are damaged or not ours to
  ///   read or write
  public static TlsIdentity open(Path directory, CertificateNames names, Instant now) {
    try {
      return new KeptCertificate(directory, names, now).open();
    } catch (IOException e) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE,
          "The certificate in %s cannot be read or written (%s).".formatted(directory, e),
          e);
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.CORRUPTED,
          "The key in %s is damaged (%s); delete the directory to have a new one made."
              .formatted(directory, e.getMessage()),
          e);
    }
  }

  /// One that lasts as long as the process, for a server without a data directory.
  public static TlsIdentity temporary(CertificateNames names, Instant now) {
    try {
      KeyPair key = SelfSigned.newKey();
      return new TlsIdentity(key.getPrivate(), List.of(SelfSigned.issue(key, names, now)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("This Java cannot make a certificate", e);
    }
  }

  private TlsIdentity open() throws IOException, GeneralSecurityException {
    Optional<KeyPair> key = readKey();
    if (key.isEmpty()) {
      return create();
    }
    Optional<X509Certificate> certificate = readCertificate();
    String objection = objection(certificate, key.get());
    if (certificate.isPresent() && objection.isEmpty()) {
      return new TlsIdentity(key.get().getPrivate(), List.of(certificate.get()));
    }
    LOG.warn(
        "The certificate in {} is issued again with the same key, since {}. Clients that trust the"
            + " old one should fetch it again.",
        directory,
        objection);
    return issue(key.get());
  }

  private TlsIdentity create() throws IOException, GeneralSecurityException {
    Files.createDirectories(directory);
    KeyPair key = SelfSigned.newKey();
    String text =
        Pem.of(Pem.PRIVATE_KEY, key.getPrivate().getEncoded()).text()
            + Pem.of(Pem.PUBLIC_KEY, key.getPublic().getEncoded()).text();
    SecretFile.write(directory.resolve(KEY_FILE), text);
    LOG.info("A key and a certificate for TLS are made in {}", directory);
    return issue(key);
  }

  private TlsIdentity issue(KeyPair key) throws IOException, GeneralSecurityException {
    X509Certificate certificate = SelfSigned.issue(key, names, now);
    var identity = new TlsIdentity(key.getPrivate(), List.of(certificate));
    SecretFile.write(directory.resolve(CERTIFICATE_FILE), identity.pem());
    return identity;
  }

  private Optional<KeyPair> readKey() throws IOException, GeneralSecurityException {
    Optional<String> text = read(KEY_FILE);
    if (text.isEmpty()) {
      return Optional.empty();
    }
    List<Pem> blocks = Pem.parse(text.get());
    if (!blocks.stream().map(Pem::label).toList().equals(KEY_LABELS)) {
      throw new GeneralSecurityException(KEY_FILE + " holds no pair of keys");
    }
    return Optional.of(new KeyPair(blocks.getLast().publicKey(), blocks.getFirst().privateKey()));
  }

  /// Empty as well if it is damaged: with the key another one can be issued.
  private Optional<X509Certificate> readCertificate() throws IOException {
    Optional<String> text = read(CERTIFICATE_FILE);
    try {
      for (Pem block : text.map(Pem::parse).orElse(List.of())) {
        return Optional.of(block.certificate());
      }
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      LOG.warn("The certificate in {} is damaged", directory, e);
    }
    return Optional.empty();
  }

  private Optional<String> read(String file) throws IOException {
    try {
      return Optional.of(Files.readString(directory.resolve(file), StandardCharsets.ISO_8859_1));
    } catch (NoSuchFileException _) {
      return Optional.empty();
    }
  }

  /// Why this certificate will not do; empty if it will.
  private String objection(Optional<X509Certificate> kept, KeyPair key)
      throws GeneralSecurityException {
    if (kept.isEmpty()) {
      return "it is missing or damaged";
    }
    X509Certificate certificate = kept.get();
    if (!certificate.getPublicKey().equals(key.getPublic())) {
      return "it belongs to another key";
    }
    if (certificate.getNotAfter().toInstant().isBefore(now.plus(RENEWAL))) {
      return "it ends on " + certificate.getNotAfter().toInstant();
    }
    if (!CertificateNames.in(certificate).containsAll(names)) {
      return "this machine has got names or addresses that are not in it";
    }
    return "";
  }
}
