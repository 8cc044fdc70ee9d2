// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.account.AccountAddress;
import io.orrery.control.access.AccountKeys;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// What the door is run with.
///
/// @param development whether anybody may read the account document, as test modules of the
///   vendor's emulator do to find out that it is ready
/// @param primaryKey takes the place of the account's own primary key: the well-known one in
///   development, or one from a file; base64-decoded
/// @param address what the account document names
/// @param certificate the server's certificate in PEM form, for clients to trust; empty if it has
///   none
public record SqlSettings(
    boolean development,
    Optional<byte[]> primaryKey,
    AccountAddress address,
    Supplier<Optional<String>> certificate,
    InstantSource clock) {

  /// The key that the vendor's documentation gives for its emulator, and that everybody knows.
  public static final String WELL_KNOWN_KEY =
      "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==";

  /// The keys in force, given those that are stored.
  public AccountKeys effective(AccountKeys stored) {
    return primaryKey.map(key -> stored.with(AccountKeys.Name.PRIMARY, key)).orElse(stored);
  }
}
