// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

import io.orrery.gateway.access.Credentials;
import io.orrery.model.catalog.AccountKeys;
import io.orrery.model.catalog.AccountKeys.Name;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Base64;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/// What proofs are checked against: kept of users' passwords, or made of the account's keys, once
/// for as long as they are in force, because it is meant to be slow.
///
/// All four keys belong to one user and so share a salt; a proof is tried with each of them. A user
/// that there is not has a salt, too, always the same: nobody learns by it who there is.
public final class ScramKeys {
  /// What is kept of one key.
  record Verifier(byte[] storedKey, byte[] serverKey, ProvedIdentity identity) {}

  private record Derived(AccountKeys keys, List<Verifier> verifiers) {}

  private final Credentials credentials;
  private final String account;
  private final ScramUsers users;
  private final Map<ScramMechanism, byte[]> salts = new EnumMap<>(ScramMechanism.class);
  private final SecureRandom random = new SecureRandom();

  /// Guarded by this.
  private final Map<ScramMechanism, Derived> derived = new EnumMap<>(ScramMechanism.class);

  /// @param account the name of the account, and of the user that its keys belong to
  public ScramKeys(Credentials credentials, String account, ScramUsers users) {
    this.credentials = credentials;
    this.account = account;
    this.users = users;
    for (ScramMechanism mechanism : ScramMechanism.values()) {
      salts.put(mechanism, randomBytes(mechanism.saltBytes()));
    }
  }

  /// Whether somebody of this name has to use another mechanism, which clients can know.
  boolean bars(ScramMechanism mechanism, ProvedIdentity.Named name) {
    return !name.user().equals(account) && users.has(name) && users.find(name, mechanism).isEmpty();
  }

  /// What somebody of this name has to mix into the password.
  byte[] salt(ScramMechanism mechanism, ProvedIdentity.Named name) {
    if (name.user().equals(account)) {
      return salt(mechanism);
    }
    return users
        .find(name, mechanism)
        .map(ScramSecret::salt)
        .orElseGet(() -> salt(mechanism, credentials.keys().key(Name.PRIMARY), name));
  }

  private byte[] salt(ScramMechanism mechanism) {
    return Objects.requireNonNull(salts.get(mechanism)).clone();
  }

  private static byte[] salt(ScramMechanism mechanism, byte[] key, ProvedIdentity.Named name) {
    byte[] made = mechanism.sign(key, name.database() + "." + name.user());
    return Arrays.copyOf(made, mechanism.saltBytes());
  }

  /// What a proof of somebody of this name is checked against; empty if there is nobody.
  List<Verifier> verifiers(ScramMechanism mechanism, ProvedIdentity.Named name) {
    if (name.user().equals(account)) {
      return verifiers(mechanism);
    }
    return users
        .find(name, mechanism)
        .map(secret -> List.of(new Verifier(secret.storedKey(), secret.serverKey(), name)))
        .orElse(List.of());
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

  private synchronized List<Verifier> verifiers(ScramMechanism mechanism) {
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
    String password = mechanism.password(account, Base64.getEncoder().encodeToString(key));
    ScramSecret secret = ScramSecret.of(mechanism, password, salt(mechanism));
    return new Verifier(
        secret.storedKey(), secret.serverKey(), new ProvedIdentity.Account(readOnly));
  }
}
