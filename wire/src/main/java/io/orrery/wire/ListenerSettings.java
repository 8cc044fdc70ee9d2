// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// Where a port is and how it is encrypted.
///
/// @param port 0 takes any free one
public record ListenerSettings(String host, int port, Encryption encryption) {

  /// Plain only.
  public ListenerSettings(String host, int port) {
    this(host, port, new Encryption.Never());
  }
}
