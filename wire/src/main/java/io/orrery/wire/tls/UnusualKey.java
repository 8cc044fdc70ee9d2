// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.tls;

import java.io.IOException;
import java.io.StringReader;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import org.bouncycastle.jce.provider.BouncyCastleProvider;
import org.bouncycastle.openssl.PEMEncryptedKeyPair;
import org.bouncycastle.openssl.PEMException;
import org.bouncycastle.openssl.PEMKeyPair;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JceOpenSSLPKCS8DecryptorProviderBuilder;
import org.bouncycastle.openssl.jcajce.JcePEMDecryptorProviderBuilder;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.pkcs.PKCS8EncryptedPrivateKeyInfo;
import org.bouncycastle.pkcs.PKCSException;

/// Keys in the forms Java does not read: encrypted ones, and OpenSSL's older ones.
final class UnusualKey {
  private UnusualKey() {}

  static PrivateKey read(Pem block, String secret) throws IOException, GeneralSecurityException {
    var provider = new BouncyCastleProvider();
    var converter = new JcaPEMKeyConverter();
    char[] password = secret.toCharArray();
    try (var parser = new PEMParser(new StringReader(block.text()))) {
      return switch (parser.readObject()) {
        case PEMKeyPair pair -> converter.getPrivateKey(pair.getPrivateKeyInfo());
        case PEMEncryptedKeyPair encrypted -> {
          var opener = new JcePEMDecryptorProviderBuilder().setProvider(provider).build(password);
          yield converter.getPrivateKey(encrypted.decryptKeyPair(opener).getPrivateKeyInfo());
        }
        case PKCS8EncryptedPrivateKeyInfo encrypted -> {
          var opener =
              new JceOpenSSLPKCS8DecryptorProviderBuilder().setProvider(provider).build(password);
          yield converter.getPrivateKey(encrypted.decryptPrivateKeyInfo(opener));
        }
        case null, default -> throw new PEMException("unknown kind of key " + block.label());
      };
    } catch (OperatorCreationException | PKCSException e) {
      throw new GeneralSecurityException(e.getMessage(), e);
    }
  }
}
