// SPDX-License-Identifier: Apache-2.0
package io.orrery.server.settings;

/// What the ports of the APIs speak.
public enum Protocol {
  /// Plain and TLS on the same port, as each client likes.
  BOTH,
  HTTP,
  HTTPS
}
