// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private static final long LONG = TimeUnit.SECONDS.toNanos(1);
  private static final long FOR_EVER = TimeUnit.DAYS.toNanos(1);

  private final AtomicLong clock = new AtomicLong();
  private final Turns turns = new Turns(clock::get, 1);

  private boolean computeFor(long nanos, long atMost) {
    return turns.awaitPlace(clock.addAndGet(nanos), atMost);
  }

  @Test
  void whatIsShortNeedsNoPlace() {
    assertThat(computeFor(LONG, 0)).as("outside of any turn").isFalse();
    try (var _ = turns.begin()) {
      assertThat(computeFor(1, 0)).isFalse();
    }
  }

  @Test
  void whoeverIsAloneKeepsThePlace() {
    try (var _ = turns.begin()) {
      assertThat(computeFor(LONG, FOR_EVER)).as("takes a place").isTrue();
      assertThat(computeFor(LONG, 0)).as("still has it").isFalse();
    }
  }

  @Test
  void othersWaitUntilThePlaceIsLeft() throws InterruptedException {
    AtomicBoolean went = new AtomicBoolean();
    Thread other;
    try (var _ = turns.begin()) {
      assertThat(computeFor(LONG, FOR_EVER)).isTrue();
      other = waiting(went);
      assertThat(went).isFalse();
    }
    other.join();
    assertThat(went).isTrue();
  }

  @Test
  void thePlaceGoesRoundAfterEachTurn() throws InterruptedException {
    AtomicBoolean went = new AtomicBoolean();
    try (var _ = turns.begin()) {
      assertThat(computeFor(LONG, FOR_EVER)).isTrue();
      Thread other = waiting(went);
      assertThat(computeFor(LONG, FOR_EVER)).as("comes back behind the other").isTrue();
      other.join();
    }
    assertThat(went).isTrue();
  }

  @Test
  void whoeverWaitsForOthersLeavesThePlaceToThem() {
    try (var _ = turns.begin()) {
      assertThat(computeFor(LONG, FOR_EVER)).isTrue();
      AtomicBoolean went = new AtomicBoolean();
      Thread other = waiting(went);
      turns.pause();
      await().until(() -> !other.isAlive());
      assertThat(went).isTrue();
    }
  }

  /// A thread that has computed for long and waits for a place.
  private Thread waiting(AtomicBoolean went) {
    Thread other =
        Thread.ofVirtual()
            .start(
                () -> {
                  try (var _ = turns.begin()) {
                    went.set(computeFor(LONG, FOR_EVER));
                  }
                });
    await().until(() -> other.getState() == Thread.State.TIMED_WAITING);
    return other;
  }
}
