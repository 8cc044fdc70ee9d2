// SPDX-License-Identifier: Apache-2.0
package io.orrery.cli;

import io.orrery.model.value.Value;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.UUID;
import javax.crypto.Mac;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.crypto.spec.SecretKeySpec;

/// The client's side of SCRAM-SHA-256 (RFC 7677), without asking the server for a proof: what is
/// logged in to is thrown away.
record ScramLogin(String user, String password) {
  private static final String MAC = "HmacSHA256";
  private static final int KEY_BITS = 256;

  void at(MongoChannel channel) throws IOException {
    String first = "n=" + user + ",r=" + UUID.randomUUID();
    Map<String, Value> start = new LinkedHashMap<>();
    start.put("saslStart", new Value.Int32(1));
    start.put("mechanism", new Value.Text("SCRAM-SHA-256"));
    Value.Document challenge = step(channel, start, "n,," + first);
    String salted = payload(challenge);
    String last = "c=biws,r=" + part(salted, 'r');
    Value.Document done =
        step(
            channel,
            next(challenge),
            last + ",p=" + proof(salted, first + "," + salted + "," + last));
    if (done.properties().get("done") != Value.Bool.TRUE) {
      step(channel, next(challenge), "");
    }
  }

  private static Map<String, Value> next(Value.Document challenge) {
    Map<String, Value> next = new LinkedHashMap<>();
    next.put("saslContinue", new Value.Int32(1));
    next.put("conversationId", challenge.properties().get("conversationId"));
    return next;
  }

  private static Value.Document step(
      MongoChannel channel, Map<String, Value> command, String payload) throws IOException {
    SequencedMap<String, Value> members = new LinkedHashMap<>(command);
    members.put("payload", new Value.Binary(payload.getBytes(StandardCharsets.UTF_8), 0));
    members.put("$db", new Value.Text("admin"));
    return channel.run(new Value.Document(members));
  }

  private static String payload(Value.Document answer) {
    if (answer.properties().get("payload") instanceof Value.Binary(byte[] bytes, _)) {
      return new String(bytes, StandardCharsets.UTF_8);
    }
    throw new IllegalStateException("an answer has no payload");
  }

  private static String part(String message, char name) {
    for (String part : message.split(",", -1)) {
      if (part.startsWith(name + "=")) {
        return part.substring(2);
      }
    }
    throw new IllegalStateException("a challenge has no " + name);
  }

  private String proof(String salted, String transcript) {
    try {
      byte[] salt = Base64.getDecoder().decode(part(salted, 's'));
      int iterations = Integer.parseInt(part(salted, 'i'));
      var spec = new PBEKeySpec(password.toCharArray(), salt, iterations, KEY_BITS);
      byte[] secret =
          SecretKeyFactory.getInstance("PBKDF2With" + MAC).generateSecret(spec).getEncoded();
      byte[] clientKey = mac(secret, "Client Key");
      byte[] storedKey = MessageDigest.getInstance("SHA-256").digest(clientKey);
      byte[] signature = mac(storedKey, transcript);
      for (int i = 0; i < clientKey.length; i++) {
        clientKey[i] ^= signature[i];
      }
      return Base64.getEncoder().encodeToString(clientKey);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every JDK has " + MAC, e);
    }
  }

  private static byte[] mac(byte[] key, String text) throws GeneralSecurityException {
    Mac mac = Mac.getInstance(MAC);
    mac.init(new SecretKeySpec(key, MAC));
    return mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
  }
}
