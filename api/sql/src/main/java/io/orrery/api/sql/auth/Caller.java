// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.sql.auth;

import io.orrery.control.access.Permission;

/// Who sent a request.
public sealed interface Caller {

  /// Somebody with one of the account's keys.
  record KeyHolder(boolean readOnly) implements Caller {}

  /// Somebody with a resource token.
  record TokenHolder(Permission permission) implements Caller {}

  /// Nobody in particular; may see what is public.
  record Visitor() implements Caller {}
}
