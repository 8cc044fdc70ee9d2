// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit.mongo;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/// Proves by SCRAM-SHA-256 that it knows a password. What is slow about it is done once.
public final class ScramClient {
  private static final String HMAC = "HmacSHA256";
  private static final int KEY_BITS = 256;
  private static final String NONCE = "rOprNGfwEbeRWgbNEkqO";
  private static final Pattern CHALLENGE = Pattern.compile("r=([^,]+),s=([^,]+),i=(\\d+)");

  private final String clientFirst;
  private final String password;

  /// By salt and iterations, as the server names them.
  private final Map<String, byte[]> salted = new ConcurrentHashMap<>();

  public ScramClient(String user, String password) {
    this.clientFirst = "n=" + user + ",r=" + NONCE;
    this.password = password;
  }

  /// The first message.
  public byte[] start() {
    var body =
        new BsonDocument("saslStart", new BsonInt32(1))
            .append("mechanism", new BsonString("SCRAM-SHA-256"))
            .append("payload", payload("n,," + clientFirst))
            .append("options", BsonDocument.parse("{skipEmptyExchange: true}"))
            .append("$db", new BsonString("admin"));
    return MongoFrames.command(body);
  }

  /// The second and last one.
  ///
  /// @param answer to the first, from its header on
  public byte[] proof(byte[] answer) {
    BsonDocument said = MongoFrames.body(answer);
    String serverFirst = new String(said.getBinary("payload").getData(), StandardCharsets.UTF_8);
    Matcher challenge = CHALLENGE.matcher(serverFirst);
    if (!challenge.matches()) {
      throw new IllegalStateException("No challenge: " + serverFirst);
    }
    String withoutProof = "c=biws,r=" + challenge.group(1);
    byte[] clientKey = hmac(salted(challenge), "Client Key");
    byte[] proof = hmac(hash(clientKey), clientFirst + "," + serverFirst + "," + withoutProof);
    for (int i = 0; i < proof.length; i++) {
      proof[i] ^= clientKey[i];
    }
    var body =
        new BsonDocument("saslContinue", new BsonInt32(1))
            .append("conversationId", said.get("conversationId"))
            .append(
                "payload",
                payload(withoutProof + ",p=" + Base64.getEncoder().encodeToString(proof)))
            .append("$db", new BsonString("admin"));
    return MongoFrames.command(body);
  }

  private static BsonBinary payload(String text) {
    return new BsonBinary(text.getBytes(StandardCharsets.UTF_8));
  }

  private byte[] salted(Matcher challenge) {
    byte[] salt = Base64.getDecoder().decode(challenge.group(2));
    int iterations = Integer.parseInt(challenge.group(3));
    return salted.computeIfAbsent(
        challenge.group(2) + challenge.group(3), _ -> salt(salt, iterations));
  }

  private byte[] salt(byte[] salt, int iterations) {
    try {
      return SecretKeyFactory.getInstance("PBKDF2With" + HMAC)
          .generateSecret(new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS))
          .getEncoded();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has PBKDF2", e);
    }
  }

  private static byte[] hmac(byte[] key, String text) {
    try {
      Mac mac = Mac.getInstance(HMAC);
      mac.init(new SecretKeySpec(key, HMAC));
      return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + HMAC, e);
    }
  }

  private static byte[] hash(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has SHA-256", e);
    }
  }
}
