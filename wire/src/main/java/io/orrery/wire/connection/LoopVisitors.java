// SPDX-License-Identifier: Apache-2.0
package io.orrery.wire.connection;

import java.util.concurrent.TimeUnit;

/// Who asked on an event loop lately. Of the loop's thread.
///
/// With one caller a change of threads is most of a short request. With many it costs little,
/// because threads are awake anyway, and they share the work better than event loops do.
public final class LoopVisitors {
  private static final long LATELY_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

  private boolean anybody;
  private int last;
  private long lastAt;
  private long othersAt;

  /// Somebody asks. Whether nobody else has lately.
  ///
  /// @param visitor the same object for the same connection
  public boolean arrivesAlone(Object visitor, long now) {
    int number = System.identityHashCode(visitor);
    if (!anybody) {
      anybody = true;
      last = number;
      othersAt = now - LATELY_NANOS;
    } else if (number != last) {
      last = number;
      othersAt = lastAt;
    }
    lastAt = now;
    return now - othersAt >= LATELY_NANOS;
  }
}
