// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.http;

import io.orrery.wire.connection.Patience;

/// What one request may take. Past a limit the client gets a fast, clear refusal.
///
/// @param maxHeaderBytes of the request line and of all header fields together, each
/// @param maxBodyBytes of one request
public record HttpLimits(int maxHeaderBytes, int maxBodyBytes, Patience patience) {

  /// How many requests one connection of HTTP/2 may have open at once.
  public static final int STREAMS_PER_CONNECTION = 100;

  public static final HttpLimits DEFAULT =
      new HttpLimits(64 * 1024, 4 * 1024 * 1024, Patience.DEFAULT);

  public HttpLimits {
    if (maxHeaderBytes < 1 || maxBodyBytes < 0) {
      throw new IllegalArgumentException("A limit of bytes is below its minimum");
    }
  }
}
