// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import java.time.Duration;

/// After a refusal the client is read from for a while and nothing is kept: to close with unread
/// input resets the connection, which could destroy the refusal on its way. It ends a moment after
/// the client has stopped sending, and in any case when it has sent much or taken long.
public final class Linger {
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final long bytesMax;
  private final long endNanos;
  private long bytes;

  /// @param requestBytesMax of one request; a client may not have heard of the refusal yet and send
  ///   a few more
  public Linger(int requestBytesMax, Patience patience) {
    this.bytesMax = 4L * requestBytesMax;
    this.endNanos = System.nanoTime() + patience.request().toNanos();
  }

  public void discard(int more) {
    bytes += more;
  }

  /// How long the next input is waited for; not at all if this is not positive.
  public Duration patience() {
    if (bytes > bytesMax) {
      return Duration.ZERO;
    }
    Duration left = Duration.ofNanos(endNanos - System.nanoTime());
    return left.compareTo(QUIET) < 0 ? left : QUIET;
  }
}
