// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.access;

import io.orrery.model.catalog.Permission;

/// Who sent a request.
public sealed interface Principal {

  /// Somebody with one of the account's keys.
  record KeyHolder(boolean readOnly) implements Principal {}

  /// Somebody with a resource token.
  record TokenHolder(Permission permission) implements Principal {}

  /// Nobody in particular; may see what is public.
  record Visitor() implements Principal {}
}
