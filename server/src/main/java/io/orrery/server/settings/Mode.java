// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

/// Whom the server is for: a developer at this machine, or clients nobody has met.
public enum Mode {
  /// Convenient: the well-known key, loopback only unless told otherwise.
  DEVELOPMENT,
  /// Careful: keys of its own, reachable from outside.
  PRODUCTION
}
