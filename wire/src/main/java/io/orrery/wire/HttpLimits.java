// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import java.time.Duration;

/// What one listening port grants its clients. Past a limit the client gets a fast, clear refusal.
///
/// @param maxHeaderBytes of the request line and of all header fields together, each
/// @param maxBodyBytes of one request
public record HttpLimits(
    Connections connections, int maxHeaderBytes, int maxBodyBytes, Patience patience) {

  /// How many clients may be connected at once.
  ///
  /// @param max of all; one more is answered 503 and closed
  /// @param strangersMax of those that have not authenticated yet; one more takes the place of the
  ///   oldest, so that whoever only connects never shuts out anybody
  public record Connections(int max, int strangersMax) {
    public Connections {
      if (max < 1 || strangersMax < 1 || strangersMax > max) {
        throw new IllegalArgumentException("A limit of connections makes no sense");
      }
    }
  }

  /// How long a client is waited for.
  ///
  /// @param greeting for its first bytes, for the TLS handshake, and for the head of each request
  ///   while nobody knows who it is
  /// @param idle until a client that has authenticated has sent the head of its next request
  /// @param request for the body to arrive, and again for the handler to answer
  /// @param answer until the client has taken an answer
  public record Patience(Duration greeting, Duration idle, Duration request, Duration answer) {
    public Patience {
      if (!greeting.isPositive()
          || !idle.isPositive()
          || !request.isPositive()
          || !answer.isPositive()) {
        throw new IllegalArgumentException("A timeout must be longer than zero");
      }
    }
  }

  /// How many requests one connection of HTTP/2 may have open at once.
  public static final int STREAMS_PER_CONNECTION = 100;

  public static final HttpLimits DEFAULT =
      new HttpLimits(
          new Connections(10_000, 1_000),
          64 * 1024,
          4 * 1024 * 1024,
          new Patience(
              Duration.ofSeconds(20),
              Duration.ofMinutes(2),
              Duration.ofMinutes(1),
              Duration.ofMinutes(1)));

  public HttpLimits {
    if (maxHeaderBytes < 1 || maxBodyBytes < 0) {
      throw new IllegalArgumentException("A limit of bytes is below its minimum");
    }
  }
}
