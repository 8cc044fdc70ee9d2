// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/// A certificate that the user brings: a PEM file with the key and the chain in it, or a PFX.
public final class OwnCertificate {
  private static final int FILE_BYTES_MAX = 1 << 20;
  private static final int DER_SEQUENCE = 0x30;

  private OwnCertificate() {}

  /// Reads it once; a changed file needs a new start.
  ///
  /// @param secret opens the PFX or the key; empty if it takes none
  /// @throws OrreryException with a sentence for the user
  public static TlsIdentity read(Path file, String secret) {
    try {
      byte[] bytes = readBounded(file);
      boolean binary = bytes.length > 0 && bytes[0] == DER_SEQUENCE;
      return binary ? fromPfx(bytes, secret) : fromPem(bytes, secret);
    } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The certificate in %s cannot be used: %s; it must be a PFX, or PEM with the key and the"
                  .formatted(file, e.getMessage())
              + " certificates, and the secret must open it.",
          e);
    }
  }

  private static byte[] readBounded(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(FILE_BYTES_MAX + 1);
      if (bytes.length > FILE_BYTES_MAX) {
        throw new IOException("it is larger than any certificate");
      }
      return bytes;
    }
  }

  private static TlsIdentity fromPfx(byte[] bytes, String secret)
      throws IOException, GeneralSecurityException {
    KeyStore store = KeyStore.getInstance("PKCS12");
    char[] password = secret.toCharArray();
    store.load(new ByteArrayInputStream(bytes), password);
    for (String alias : Collections.list(store.aliases())) {
      if (store.getKey(alias, password) instanceof PrivateKey key) {
        Certificate[] chain = store.getCertificateChain(alias);
        return identity(key, Arrays.stream(chain).map(X509Certificate.class::cast).toList());
      }
    }
    throw new GeneralSecurityException("it holds no private key");
  }

  private static TlsIdentity fromPem(byte[] bytes, String secret)
      throws IOException, GeneralSecurityException {
    List<X509Certificate> certificates = new ArrayList<>();
    List<PrivateKey> keys = new ArrayList<>();
    for (Pem block : Pem.parse(new String(bytes, StandardCharsets.ISO_8859_1))) {
      if (block.label().equals(Pem.CERTIFICATE)) {
        certificates.add(block.certificate());
      } else if (block.label().equals(Pem.PRIVATE_KEY)) {
        keys.add(block.privateKey());
      } else if (block.label().endsWith(Pem.PRIVATE_KEY)) {
        keys.add(UnusualKey.read(block, secret));
      }
    }
    if (keys.size() != 1) {
      throw new GeneralSecurityException("it holds %d private keys".formatted(keys.size()));
    }
    return identity(keys.getFirst(), certificates);
  }

  /// Puts the key's own certificate first.
  private static TlsIdentity identity(PrivateKey key, List<X509Certificate> certificates)
      throws GeneralSecurityException {
    for (X509Certificate certificate : certificates) {
      if (TlsIdentity.belongs(certificate, key)) {
        List<X509Certificate> chain = new ArrayList<>(certificates);
        chain.remove(certificate);
        chain.addFirst(certificate);
        return new TlsIdentity(key, chain);
      }
    }
    throw new GeneralSecurityException("none of its certificates belongs to its key");
  }
}
