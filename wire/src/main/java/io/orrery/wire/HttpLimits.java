// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.time.Duration;

/// What one listening port grants its clients. Past a limit the client gets a fast, clear refusal.
///
/// @param maxConnections open at once; one more is answered 503 and closed
/// @param maxHeaderBytes of the request line and of all header fields together, each
/// @param maxBodyBytes of one request
/// @param idleTimeout until a connection has sent the head of its next request, and for a client to
///   take an answer
/// @param requestTimeout for the body to arrive, and again for the handler to answer
public record HttpLimits(
    int maxConnections,
    int maxHeaderBytes,
    int maxBodyBytes,
    Duration idleTimeout,
    Duration requestTimeout) {

  /// How many requests one connection of HTTP/2 may have open at once.
  public static final int STREAMS_PER_CONNECTION = 100;

  public static final HttpLimits DEFAULT =
      new HttpLimits(
          10_000, 64 * 1024, 4 * 1024 * 1024, Duration.ofMinutes(2), Duration.ofMinutes(1));

  public HttpLimits {
    if (maxConnections < 1 || maxHeaderBytes < 1 || maxBodyBytes < 0) {
      throw new IllegalArgumentException("A limit of connections or bytes is below its minimum");
    }
    if (!idleTimeout.isPositive() || !requestTimeout.isPositive()) {
      throw new IllegalArgumentException("A timeout must be longer than zero");
    }
  }
}
