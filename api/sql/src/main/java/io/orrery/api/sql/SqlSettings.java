// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql;

import io.orrery.api.sql.account.AccountAddress;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Supplier;

/// What the door is run with.
///
/// @param development whether anybody may read the account document, as test modules of the
///   vendor's emulator do to find out that it is ready
/// @param address what the account document names
/// @param certificate the server's certificate in PEM form, for clients to trust; empty if it has
///   none
public record SqlSettings(
    boolean development,
    AccountAddress address,
    Supplier<Optional<String>> certificate,
    InstantSource clock) {}
