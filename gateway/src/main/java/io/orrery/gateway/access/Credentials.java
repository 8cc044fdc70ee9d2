// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.gateway.catalog.AccessStore;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.AccountKeys;
import java.time.InstantSource;
import java.util.Optional;

/// The account's keys as they are in force at this moment, for all doors: what is stored, with the
/// primary key that development mode or a key file puts in the place of the stored one.
public final class Credentials {
  /// The key that the vendor's documentation gives for its emulator, and that everybody knows.
  public static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  private final AccessStore access;
  private final Optional<byte[]> primaryKey;
  private final ResourceTokens tokens;
  private final Sessions sessions;
  private volatile Prepared prepared;

  /// The stored keys, and what was made of them.
  private record Prepared(AccountKeys stored, AccountKeys effective, Keyring keyring) {}

  /// @param primaryKey takes the place of the account's own primary key; base64-decoded
  public Credentials(AccessStore access, Optional<byte[]> primaryKey, InstantSource clock) {
    this.access = access;
    this.primaryKey = primaryKey.map(byte[]::clone);
    this.prepared = prepare(access.keys());
    this.tokens = new ResourceTokens(access, () -> keyring().tokenSecret(), clock);
    this.sessions = new Sessions(this::keys, clock);
  }

  /// The keys in force.
  public AccountKeys keys() {
    return current().effective();
  }

  /// Of the keys of this moment: they may have been regenerated.
  public Keyring keyring() {
    return current().keyring();
  }

  /// Makes and reads resource tokens.
  public ResourceTokens tokens() {
    return tokens;
  }

  /// Those who are signed in with a key.
  public Sessions sessions() {
    return sessions;
  }

  /// Replaces a key by a random one and gives those in force then. Fails with INVALID_ARGUMENT if
  /// the key is not the account's own.
  public AccountKeys regenerate(AccountKeys.Name name) {
    if (name == AccountKeys.Name.PRIMARY && primaryKey.isPresent()) {
      throw new OrreryException(
          ErrorCode.INVALID_ARGUMENT,
          "The primary key is the well-known one of development mode, or the one of --key-file;"
              + " start the server in production mode or change the file.");
    }
    access.regenerate(name);
    return keys();
  }

  private Prepared current() {
    AccountKeys stored = access.keys();
    Prepared known = prepared;
    if (known.stored() != stored) {
      known = prepare(stored);
      prepared = known;
    }
    return known;
  }

  private Prepared prepare(AccountKeys stored) {
    AccountKeys effective =
        primaryKey.map(key -> stored.with(AccountKeys.Name.PRIMARY, key)).orElse(stored);
    return new Prepared(stored, effective, Keyring.of(effective));
  }
}
