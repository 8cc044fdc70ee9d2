// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class BatchMemoryTest {
  private static final long LARGE = 30 << 20;

  private final BatchMemory memory = new BatchMemory();

  @Test
  void smallBatchesNeverWait() {
    List<BatchMemory.Claim> claims = new ArrayList<>();
    for (int i = 0; i < 1000; i++) {
      claims.add(memory.claim());
      claims.getLast().accept(1 << 20);
    }
    claims.forEach(BatchMemory.Claim::close);
  }

  @Test
  void largeBatchesAreMadeOneAfterTheOther() throws Exception {
    AtomicInteger atOnce = new AtomicInteger();
    List<Future<?>> writers = new ArrayList<>();
    try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
      for (int i = 0; i < 50; i++) {
        writers.add(
            threads.submit(
                () -> {
                  try (BatchMemory.Claim claim = memory.claim()) {
                    claim.accept(3 << 20);
                    claim.accept(LARGE);
                    assertThat(atOnce.incrementAndGet()).isEqualTo(1);
                    Thread.onSpinWait();
                    claim.accept(2 * LARGE);
                    atOnce.decrementAndGet();
                  }
                }));
      }
      for (Future<?> writer : writers) {
        writer.get();
      }
    }
  }
}
