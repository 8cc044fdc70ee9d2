// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.query;

import java.time.Duration;
import java.util.function.LongSupplier;

/// How long one page may take before it is given out as it is.
final class PageTime {
  private final LongSupplier nanos;
  private final long end;

  PageTime(LongSupplier nanos, Duration duration) {
    this.nanos = nanos;
    this.end = nanos.getAsLong() + duration.toNanos();
  }

  /// For what cannot be continued.
  static PageTime unlimited(LongSupplier nanos) {
    return new PageTime(nanos, Duration.ofDays(1));
  }

  boolean isOver() {
    return left() <= 0;
  }

  /// In nanoseconds; not below 0.
  long left() {
    return Math.max(0, end - nanos.getAsLong());
  }
}
