// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

import io.orrery.gateway.access.Credentials;
import io.orrery.gateway.access.Principal;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.AccountKeys.Name;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What proofs are checked against: made of the account's keys, once for as long as they are in
/// force, because it is meant to be slow.
///
/// All four keys belong to one user and so share a salt; a proof is tried with each of them.
public final class ScramKeys {
  private static final int SALT_BYTES = 16;
  private static final int SALT_BYTES_SHA_256 = 28;

  /// What is kept of one key.
  record Verifier(byte[] storedKey, byte[] serverKey, Principal.KeyHolder holder) {}

  private record Derived(AccountKeys keys, List<Verifier> verifiers) {}

  private final Credentials credentials;
  private final String user;
  private final Map<ScramMechanism, byte[]> salts = new EnumMap<>(ScramMechanism.class);
  private final SecureRandom random = new SecureRandom();

  /// Guarded by this.
  private final Map<ScramMechanism, Derived> derived = new EnumMap<>(ScramMechanism.class);

  /// @param user the name of the account, and of its only user
  public ScramKeys(Credentials credentials, String user) {
    this.credentials = credentials;
    this.user = user;
    salts.put(ScramMechanism.SHA_256, randomBytes(SALT_BYTES_SHA_256));
    salts.put(ScramMechanism.SHA_1, randomBytes(SALT_BYTES));
  }

  boolean isUser(String name) {
    return user.equals(name);
  }

  byte[] salt(ScramMechanism mechanism) {
    return Objects.requireNonNull(salts.get(mechanism)).clone();
  }

  /// A number that was never used before.
  String nonce() {
    return Base64.getEncoder().withoutPadding().encodeToString(randomBytes(24));
  }

  private byte[] randomBytes(int count) {
    byte[] bytes = new byte[count];
    random.nextBytes(bytes);
    return bytes;
  }

  synchronized List<Verifier> verifiers(ScramMechanism mechanism) {
    AccountKeys keys = credentials.keys();
    Derived known = derived.get(mechanism);
    if (known == null || known.keys() != keys) {
      known = new Derived(keys, derive(mechanism, keys));
      derived.put(mechanism, known);
    }
    return known.verifiers();
  }

  private List<Verifier> derive(ScramMechanism mechanism, AccountKeys keys) {
    return List.of(
        derive(mechanism, keys.key(Name.PRIMARY), false),
        derive(mechanism, keys.key(Name.SECONDARY), false),
        derive(mechanism, keys.key(Name.PRIMARY_READ_ONLY), true),
        derive(mechanism, keys.key(Name.SECONDARY_READ_ONLY), true));
  }

  private Verifier derive(ScramMechanism mechanism, byte[] key, boolean readOnly) {
    String password = mechanism.password(user, Base64.getEncoder().encodeToString(key));
    byte[] salted = mechanism.saltedPassword(password, salt(mechanism));
    byte[] clientKey = mechanism.sign(salted, "Client Key");
    return new Verifier(
        mechanism.hash(clientKey),
        mechanism.sign(salted, "Server Key"),
        new Principal.KeyHolder(readOnly));
  }
}
