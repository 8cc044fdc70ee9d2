// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

/// Where a server listens, what it speaks and what it grants.
///
/// @param name of its threads, for people who read thread dumps
/// @param port 0 takes any free one
public record HttpSettings(
    String name, String host, int port, HttpLimits limits, Encryption encryption) {

  /// Plain only.
  public HttpSettings(String name, String host, int port, HttpLimits limits) {
    this(name, host, port, limits, new Encryption.Never());
  }
}
