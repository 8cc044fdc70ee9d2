// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// One attempt of a client to prove that it has a key, step by step:
///
/// ```
/// client  n,,n=<user>,r=<nonce>
/// server  r=<nonce><our nonce>,s=<salt>,i=<iterations>
/// client  c=biws,r=<nonce><our nonce>,p=<proof>
/// server  v=<our own proof>
/// client  (empty, unless it said that it does without)
/// server  (empty)
/// ```
///
/// Whatever is wrong, a step gives nothing, and nobody learns which part it was.
public final class ScramExchange {
  private static final int PAYLOAD_BYTES_MAX = 4096;

  /// Without channel binding, which no client of this protocol uses.
  private static final String BINDING = "n,,";

  private final ScramKeys keys;
  private final ScramMechanism mechanism;
  private final boolean skipsEmptyExchange;
  private State state = State.BEGUN;
  private final String database;
  private ProvedIdentity.@Nullable Named named;
  private String clientFirst = "";
  private String serverFirst = "";
  private String nonce = "";
  private @Nullable ProvedIdentity proved;

  private enum State {
    BEGUN,
    CHALLENGED,
    PROVED,
    DONE,
    FAILED
  }

  /// What is said next.
  ///
  /// @param payload what the client is told
  /// @param done whether this was the last one
  public record Step(byte[] payload, boolean done) {}

  private ScramExchange(
      ScramKeys keys, String database, ScramMechanism mechanism, boolean skipsEmptyExchange) {
    this.keys = keys;
    this.database = database;
    this.mechanism = mechanism;
    this.skipsEmptyExchange = skipsEmptyExchange;
  }

  /// Begins an exchange; empty if there is no such mechanism.
  ///
  /// @param database whose users are meant
  public static Optional<ScramExchange> begin(
      ScramKeys keys, String database, String mechanism, boolean skipsEmptyExchange) {
    return ScramMechanism.find(mechanism)
        .map(known -> new ScramExchange(keys, database, known, skipsEmptyExchange));
  }

  /// Takes what the client says next; empty if that ends it.
  public Optional<Step> step(byte[] payload) {
    Optional<Step> answer =
        payload.length > PAYLOAD_BYTES_MAX
            ? Optional.empty()
            : switch (state) {
              case BEGUN -> challenge(text(payload));
              case CHALLENGED -> verify(text(payload));
              case PROVED -> finish(payload);
              case DONE, FAILED -> Optional.empty();
            };
    if (answer.isEmpty()) {
      state = State.FAILED;
    }
    return answer;
  }

  /// Who the client is; empty until it is done.
  public Optional<ProvedIdentity> identity() {
    return state == State.DONE ? Optional.ofNullable(proved) : Optional.empty();
  }

  private Optional<Step> challenge(String message) {
    if (!message.startsWith(BINDING)) {
      return Optional.empty();
    }
    clientFirst = message.substring(BINDING.length());
    Map<Character, String> attributes = attributes(clientFirst);
    String name = attributes.get('n');
    String clientNonce = attributes.get('r');
    if (name == null || clientNonce == null || clientNonce.isEmpty()) {
      return Optional.empty();
    }
    var user = new ProvedIdentity.Named(database, name.replace("=2C", ",").replace("=3D", "="));
    if (keys.bars(mechanism, user)) {
      return Optional.empty();
    }
    named = user;
    nonce = clientNonce + keys.nonce();
    serverFirst =
        "r=%s,s=%s,i=%d"
            .formatted(nonce, base64(keys.salt(mechanism, user)), mechanism.iterations());
    state = State.CHALLENGED;
    return Optional.of(new Step(serverFirst.getBytes(StandardCharsets.UTF_8), false));
  }

  private Optional<Step> verify(String message) {
    Map<Character, String> attributes = attributes(message);
    String binding = base64(BINDING.getBytes(StandardCharsets.UTF_8));
    byte[] proof = decode(attributes.get('p'));
    if (!binding.equals(attributes.get('c'))
        || !nonce.equals(attributes.get('r'))
        || proof == null
        || named == null) {
      return Optional.empty();
    }
    String signed =
        clientFirst + "," + serverFirst + "," + message.substring(0, message.lastIndexOf(",p="));
    for (ScramKeys.Verifier verifier : keys.verifiers(mechanism, named)) {
      if (proves(verifier, signed, proof)) {
        proved = verifier.identity();
        state = skipsEmptyExchange ? State.DONE : State.PROVED;
        String own = "v=" + base64(mechanism.sign(verifier.serverKey(), signed));
        return Optional.of(new Step(own.getBytes(StandardCharsets.UTF_8), skipsEmptyExchange));
      }
    }
    return Optional.empty();
  }

  private boolean proves(ScramKeys.Verifier verifier, String signed, byte[] proof) {
    byte[] clientKey = mechanism.sign(verifier.storedKey(), signed);
    if (clientKey.length != proof.length) {
      return false;
    }
    for (int i = 0; i < clientKey.length; i++) {
      clientKey[i] ^= proof[i];
    }
    return MessageDigest.isEqual(mechanism.hash(clientKey), verifier.storedKey());
  }

  private Optional<Step> finish(byte[] payload) {
    if (payload.length > 0) {
      return Optional.empty();
    }
    state = State.DONE;
    return Optional.of(new Step(new byte[0], true));
  }

  /// `a=…,b=…`; of several attributes of one name the first counts.
  private static Map<Character, String> attributes(String message) {
    Map<Character, String> attributes = new HashMap<>();
    for (String part : message.split(",", -1)) {
      if (part.length() > 1 && part.charAt(1) == '=') {
        attributes.putIfAbsent(part.charAt(0), part.substring(2));
      }
    }
    return attributes;
  }

  private static String text(byte[] payload) {
    return new String(payload, StandardCharsets.UTF_8);
  }

  private static String base64(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  private static byte @Nullable [] decode(@Nullable String text) {
    if (text == null) {
      return null;
    }
    try {
      return Base64.getDecoder().decode(text);
    } catch (IllegalArgumentException noBase64) {
      return null;
    }
  }
}
