// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire;

import io.netty.handler.codec.http.HttpContent;
import java.time.Duration;

/// After a refusal the client is read from for a while and nothing is kept: to close with unread
/// input resets the connection, which could destroy the refusal on its way. It ends a moment after
/// the client has stopped sending, and in any case when it has sent much or taken long.
final class Linger {
  private static final Duration QUIET = Duration.ofSeconds(1);

  private final long bytesMax;
  private final long endNanos;
  private long bytes;

  Linger(HttpLimits limits) {
    this.bytesMax = 4L * limits.maxBodyBytes();
    this.endNanos = System.nanoTime() + limits.patience().request().toNanos();
  }

  void discard(Object message) {
    if (message instanceof HttpContent part) {
      bytes += part.content().readableBytes();
    }
  }

  /// How long the next input is waited for; not at all if this is not positive.
  Duration patience() {
    if (bytes > bytesMax) {
      return Duration.ZERO;
    }
    Duration left = Duration.ofNanos(endNanos - System.nanoTime());
    return left.compareTo(QUIET) < 0 ? left : QUIET;
  }
}
