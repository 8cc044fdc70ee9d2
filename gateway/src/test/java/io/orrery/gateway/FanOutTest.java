// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class FanOutTest {

  @Test
  void everyTaskRunsAndNeverMoreThanAllowedAtOnce() {
    for (int parallelism : List.of(1, 2, 5, 100)) {
      AtomicInteger running = new AtomicInteger();
      AtomicInteger most = new AtomicInteger();
      AtomicInteger done = new AtomicInteger();
      List<Runnable> tasks = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        tasks.add(
            () -> {
              most.accumulateAndGet(running.incrementAndGet(), Math::max);
              Thread.onSpinWait();
              running.decrementAndGet();
              done.incrementAndGet();
            });
      }
      FanOut.run(tasks, parallelism);
      assertThat(done).hasValue(40);
      assertThat(most.get()).isBetween(1, parallelism);
    }
  }

  @Test
  void firstFailureInterruptsTheOthersAndIsPassedOn() {
    CountDownLatch never = new CountDownLatch(1);
    CountDownLatch waiting = new CountDownLatch(2);
    AtomicInteger interrupted = new AtomicInteger();
    Runnable endless =
        () -> {
          waiting.countDown();
          try {
            never.await();
          } catch (InterruptedException e) {
            interrupted.incrementAndGet();
            throw new IllegalStateException("interrupted", e);
          }
        };
    Runnable failing =
        () -> {
          try {
            waiting.await();
          } catch (InterruptedException e) {
            throw new AssertionError(e);
          }
          throw new IllegalArgumentException("the first");
        };
    AtomicInteger late = new AtomicInteger();
    List<Runnable> tasks = List.of(endless, endless, failing, late::incrementAndGet);
    assertThatThrownBy(() -> FanOut.run(tasks, 3)).hasMessage("the first");
    assertThat(interrupted).hasValue(2);
    assertThat(late).hasValue(0);
  }
}
