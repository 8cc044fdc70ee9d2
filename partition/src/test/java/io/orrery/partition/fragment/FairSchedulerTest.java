// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.fragment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class FairSchedulerTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(1);
  private static final long FOR_EVER = TimeUnit.DAYS.toNanos(1);

  private final AtomicLong clock = new AtomicLong();
  private final FairScheduler scheduler = new FairScheduler(clock::get, 1);

  private boolean computeFor(FairScheduler.Share share, long nanos, long atMost) {
    return share.yieldIfDue(clock.addAndGet(nanos), atMost);
  }

  @Test
  void whatIsShortNeedsNoPermit() {
    try (var share = scheduler.begin()) {
      assertThat(computeFor(share, 1, 0)).isFalse();
    }
  }

  @Test
  void whoeverIsAloneKeepsThePermit() {
    try (var share = scheduler.begin()) {
      assertThat(computeFor(share, LONG, FOR_EVER)).as("takes a permit").isTrue();
      assertThat(computeFor(share, LONG, 0)).as("still has it").isFalse();
    }
  }

  @Test
  void othersWaitUntilThePermitIsFree() throws InterruptedException {
    AtomicBoolean went = new AtomicBoolean();
    Thread other;
    try (var share = scheduler.begin()) {
      assertThat(computeFor(share, LONG, FOR_EVER)).isTrue();
      other = waiting(went);
      assertThat(went).isFalse();
    }
    other.join();
    assertThat(went).isTrue();
  }

  @Test
  void thePermitGoesRoundAfterEachSlice() throws InterruptedException {
    AtomicBoolean went = new AtomicBoolean();
    try (var share = scheduler.begin()) {
      assertThat(computeFor(share, LONG, FOR_EVER)).isTrue();
      Thread other = waiting(went);
      assertThat(computeFor(share, LONG, FOR_EVER)).as("comes back behind the other").isTrue();
      other.join();
    }
    assertThat(went).isTrue();
  }

  @Test
  void whoeverWaitsForOthersLeavesThePermitToThem() {
    try (var share = scheduler.begin()) {
      assertThat(computeFor(share, LONG, FOR_EVER)).isTrue();
      AtomicBoolean went = new AtomicBoolean();
      Thread other = waiting(went);
      share.pause();
      await().until(() -> !other.isAlive());
      assertThat(went).isTrue();
    }
  }

  /// A thread that has computed for long and waits for a permit.
  private Thread waiting(AtomicBoolean went) {
    Thread other =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (var share = scheduler.begin()) {
                    went.set(computeFor(share, LONG, FOR_EVER));
                  }
                });
    await().until(() -> other.getState() == Thread.State.TIMED_WAITING);
    return other;
  }
}
