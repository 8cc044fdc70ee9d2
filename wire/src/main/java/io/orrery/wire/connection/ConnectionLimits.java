// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

/// How many clients may be connected at once, to all ports of a network together.
///
/// @param max of all; one more is refused
/// @param strangersMax of those that have not authenticated yet; one more takes the place of the
///   oldest, so that whoever only connects never shuts out anybody
public record ConnectionLimits(int max, int strangersMax) {
  public static final ConnectionLimits DEFAULT = new ConnectionLimits(10_000, 1_000);

  public ConnectionLimits {
    if (max < 1 || strangersMax < 1 || strangersMax > max) {
      throw new IllegalArgumentException("A limit of connections makes no sense");
    }
  }
}
