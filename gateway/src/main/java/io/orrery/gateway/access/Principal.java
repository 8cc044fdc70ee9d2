// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.model.catalog.Permission;
import java.util.List;

/// Who sent a request.
public sealed interface Principal {

  /// Somebody with one of the account's keys.
  record KeyHolder(boolean readOnly) implements Principal {}

  /// Somebody with a resource token.
  record TokenHolder(Permission permission) implements Principal {}

  /// Somebody who is known by a name of their own.
  ///
  /// @param privileges all that they may do
  record User(List<Privilege> privileges) implements Principal {
    public User {
      privileges = List.copyOf(privileges);
    }
  }

  /// Nobody in particular; may see what is public.
  record Visitor() implements Principal {}
}
