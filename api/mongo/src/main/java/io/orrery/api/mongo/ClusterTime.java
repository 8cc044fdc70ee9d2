// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo;

import io.orrery.api.mongo.command.Moments;
import io.orrery.model.value.Value;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// The time that replies carry: seconds and a number within them, which never goes back.
///
/// A client that was told a time and reads "after" it sees at least what it was told: every write
/// is visible to reads before it is acknowledged.
final class ClusterTime {
  private final InstantSource clock;
  private final AtomicLong last = new AtomicLong();

  ClusterTime(InstantSource clock) {
    this.clock = clock;
  }

  Value.DateTime now() {
    return new Value.DateTime(clock.millis(), 0);
  }

  /// One that nobody was told before.
  Value.Timestamp next() {
    long now = Moments.timestamp(clock.millis()).bits();
    return new Value.Timestamp(last.updateAndGet(before -> Math.max(before, now) + 1));
  }
}
