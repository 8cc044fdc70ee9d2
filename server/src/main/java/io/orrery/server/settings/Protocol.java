// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

/// What the ports speak.
public enum Protocol {
  HTTP,
  HTTPS,
  /// Whichever a client starts with.
  BOTH
}
