// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.query;

import java.time.Instant;
import java.time.InstantSource;
import java.util.concurrent.CountDownLatch;

/// The real time, which the engine's housekeeping does not get to know before it is released: until
/// then nothing happens in the background, and a test can stop half way between two policies.
final class HeldClock implements InstantSource {
  private final CountDownLatch released = new CountDownLatch(1);

  @Override
  public Instant instant() {
    if (Thread.currentThread().getName().equals("housekeeping")) {
      try {
        released.await();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    }
    return Instant.now();
  }

  void release() {
    released.countDown();
  }
}
