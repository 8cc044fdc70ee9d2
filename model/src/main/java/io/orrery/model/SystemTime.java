// SPDX-License-Identifier: Apache-2.0
package io.orrery.model;

import java.time.InstantSource;
import java.util.function.LongSupplier;

/// The one place that reads the clocks of this machine. Whoever puts rooms together hands them on;
/// rooms know only what they were given, so that tests can give them a time of their own.
public final class SystemTime {
  /// What time it is, for what is kept or shown.
  public static final InstantSource CLOCK = InstantSource.system();

  /// Nanoseconds that go on steadily, for deadlines and durations: only differences mean something.
  public static final LongSupplier TICKER = System::nanoTime;

  private SystemTime() {}
}
