// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

/// Who has proved to have a password.
public sealed interface ProvedIdentity {

  /// Somebody with a key of the account.
  record Account(boolean readOnly) implements ProvedIdentity {}

  /// A user with a name of their own, in a database.
  record Named(String database, String user) implements ProvedIdentity {}
}
