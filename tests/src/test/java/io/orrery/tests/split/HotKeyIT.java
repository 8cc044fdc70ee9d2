// SPDX-License-Identifier: Apache-2.0
package io.orrery.tests.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.RequestContext;
import io.orrery.model.ErrorCode;
import io.orrery.model.Limits;
import io.orrery.model.OrreryException;
import io.orrery.model.container.Throughput;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A key that everybody wants, in real time: it gets its partition's share and no more, and nobody
/// else has to wait for it.
class HotKeyIT {
  private static final int CLIENTS = 8;
  private static final long SHARE = 500;
  private static final Duration DURATION = Duration.ofSeconds(2);

  private static final Limits LIMITS =
      Limits.DEFAULT.with(Limits.Name.PHYSICAL_PARTITION_RU, SHARE);

  @TempDir Path directory;

  @Test
  void hotKeyGetsItsPartitionsShareAndNobodyElseWaits() throws Exception {
    try (Growth growth = new Growth(directory, LIMITS, true, Throughput.manual(2 * SHARE));
        ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      assertThat(growth.partitions()).isEqualTo(2);
      String hot = Growth.name(0, 0, 0);
      String calm = nameInAnotherPartition(growth, hot);
      AtomicLong thousandths = new AtomicLong();
      AtomicLong refusals = new AtomicLong();
      long start = System.nanoTime();
      long end = start + DURATION.toNanos();
      List<Future<?>> clients = new ArrayList<>();
      for (int i = 0; i < CLIENTS; i++) {
        clients.add(threads.submit(() -> hammer(growth, hot, end, thousandths, refusals)));
      }
      while (System.nanoTime() < end) {
        // A fraction of the other partition's share: never refused.
        write(growth, calm);
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      }
      for (Future<?> client : clients) {
        client.get();
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      double spent = thousandths.get() / 1000.0;
      assertThat(refusals.get()).isPositive();
      // A full bucket to begin with, the share of the time, and what was under way when it was
      // empty.
      assertThat(spent).isLessThan(SHARE * (seconds + 1) + CLIENTS * 50);
      assertThat(spent).isGreaterThan(SHARE);
    }
  }

  private static String nameInAnotherPartition(Growth growth, String hot) {
    var routes = growth.open().routes();
    int ordinal = routes.at(growth.key(hot).position()).ordinal();
    for (int key = 1; ; key++) {
      String name = Growth.name(0, key, 0);
      if (routes.at(growth.key(name).position()).ordinal() != ordinal) {
        return name;
      }
    }
  }

  /// Writes as fast as it is let, and waits exactly as long as it is told.
  private static void hammer(
      Growth growth, String name, long end, AtomicLong thousandths, AtomicLong refusals) {
    while (System.nanoTime() < end) {
      try {
        thousandths.addAndGet(write(growth, name));
      } catch (OrreryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        assertThat(e.retryAfterMillis()).isBetween(1L, 1000L);
        refusals.incrementAndGet();
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(e.retryAfterMillis()));
      }
    }
  }

  /// What it cost, in thousandths of a unit.
  private static long write(Growth growth, String name) {
    RequestContext request = growth.engine().request();
    growth
        .gateway()
        .upsert(growth.container(), growth.key(name), Growth.item(name, 1), null, request);
    return request.charge().thousandths();
  }
}
