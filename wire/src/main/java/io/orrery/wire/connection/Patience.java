// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import java.time.Duration;

/// How long a client is waited for.
///
/// @param greeting for its first bytes, for the TLS handshake, and for the start of each request
///   while nobody knows who it is
/// @param idle until a client that has authenticated starts its next request
/// @param request for the rest of it to arrive, and again for the handler to answer
/// @param answer until the client has taken an answer
public record Patience(Duration greeting, Duration idle, Duration request, Duration answer) {
  public static final Patience DEFAULT =
      new Patience(
          Duration.ofSeconds(20),
          Duration.ofMinutes(2),
          Duration.ofMinutes(1),
          Duration.ofMinutes(1));

  public Patience {
    if (!greeting.isPositive()
        || !idle.isPositive()
        || !request.isPositive()
        || !answer.isPositive()) {
      throw new IllegalArgumentException("A timeout must be longer than zero");
    }
  }

  /// How long the next request of a client is waited for.
  public Duration betweenRequests(boolean recognised) {
    return recognised ? idle : greeting;
  }
}
