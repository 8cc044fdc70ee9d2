// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.health;

import java.util.Optional;

/// Something that has to work for the server to be ready.
@FunctionalInterface
public interface Part {

  /// Why it does not work at the moment; empty if it does. Called on every probe, so it has to be
  /// quick and must not throw.
  Optional<String> fault();
}
