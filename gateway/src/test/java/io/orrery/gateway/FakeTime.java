// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/// Time that passes only when told to, on the wall and on the steady clock alike.
final class FakeTime implements InstantSource, LongSupplier {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private final AtomicLong nanos = new AtomicLong();

  void pass(Duration duration) {
    nanos.addAndGet(duration.toNanos());
  }

  @Override
  public Instant instant() {
    return START.plusNanos(nanos.get());
  }

  @Override
  public long getAsLong() {
    return nanos.get();
  }
}
