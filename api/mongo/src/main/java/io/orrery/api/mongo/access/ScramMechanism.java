// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/// The two variants of SCRAM, with their hash functions and as many iterations as MongoDB takes.
public enum ScramMechanism {
  SHA_256("SCRAM-SHA-256", "SHA-256", "HmacSHA256", 15_000, 32, 28),
  SHA_1("SCRAM-SHA-1", "SHA-1", "HmacSHA1", 10_000, 20, 16);

  private final String wireName;
  private final String digest;
  private final String mac;
  private final int iterations;
  private final int bytes;
  private final int saltBytes;

  ScramMechanism(
      String wireName, String digest, String mac, int iterations, int bytes, int saltBytes) {
    this.wireName = wireName;
    this.digest = digest;
    this.mac = mac;
    this.iterations = iterations;
    this.bytes = bytes;
    this.saltBytes = saltBytes;
  }

  public String wireName() {
    return wireName;
  }

  public static Optional<ScramMechanism> find(String name) {
    return Arrays.stream(values()).filter(each -> each.wireName.equals(name)).findFirst();
  }

  int iterations() {
    return iterations;
  }

  /// The password that goes into the exchange. The older variant has the user in it.
  public String password(String user, String secret) {
    return switch (this) {
      case SHA_256 -> secret;
      case SHA_1 -> {
        byte[] text = (user + ":mongo:" + secret).getBytes(StandardCharsets.UTF_8);
        yield HexFormat.of().formatHex(digest("MD5", text));
      }
    };
  }

  public int saltBytes() {
    return saltBytes;
  }

  byte[] saltedPassword(String password, byte[] salt) {
    try {
      var spec = new PBEKeySpec(password.toCharArray(), salt, iterations, bytes * Byte.SIZE);
      return SecretKeyFactory.getInstance("PBKDF2With" + mac).generateSecret(spec).getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + mac, e);
    }
  }

  byte[] hash(byte[] text) {
    return digest(digest, text);
  }

  private static byte[] digest(String algorithm, byte[] text) {
    try {
      return MessageDigest.getInstance(algorithm).digest(text);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every JDK has " + algorithm, e);
    }
  }

  byte[] sign(byte[] key, String text) {
    try {
      Mac instance = Mac.getInstance(mac);
      instance.init(new SecretKeySpec(key, mac));
      return instance.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + mac, e);
    }
  }
}
