// SPDX-License-Identifier: Apache-2.0
package io.orrery.testkit;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;

/// A clock that stands still until somebody turns it.
public final class ManualClock implements InstantSource {
  private final AtomicLong millis;

  public ManualClock(long startMillis) {
    millis = new AtomicLong(startMillis);
  }

  @Override
  public Instant instant() {
    return Instant.ofEpochMilli(millis.get());
  }

  @Override
  public long millis() {
    return millis.get();
  }

  public void advance(Duration by) {
    millis.addAndGet(by.toMillis());
  }
}
