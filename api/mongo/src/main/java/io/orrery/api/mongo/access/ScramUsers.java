// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.access;

import java.util.Optional;

/// Users that have passwords of their own.
public interface ScramUsers {

  /// Whether there is one of this name.
  boolean has(ProvedIdentity.Named name);

  /// Empty if there is no such user, or it may not use the mechanism.
  Optional<ScramSecret> find(ProvedIdentity.Named name, ScramMechanism mechanism);
}
