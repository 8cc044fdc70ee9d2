// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.container.Api;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ObservatoryTest {
  private static final int CONTAINERS_MAX = 3;
  private static final int COUNTERS_MAX = 200;

  private Instant now = Instant.EPOCH;

  private final Observatory all =
      new Observatory(
          WorkloadSettings.DEFAULT,
          new Observatory.Bounds(CONTAINERS_MAX, 10, 10, COUNTERS_MAX),
          new RequestLog(() -> now, 5, Duration.ofMillis(100)));

  private record Cost(long thousandths, long elapsedNanos, int partitions, int partition)
      implements RequestCost {
    Cost(long thousandths, long elapsedNanos, int partitions) {
      this(thousandths, elapsedNanos, partitions, partitions == 1 ? 0 : NO_PARTITION);
    }

    @Override
    public UUID activityId() {
      return new UUID(1, 2);
    }

    @Override
    public long lot() {
      return elapsedNanos;
    }

    @Override
    public @Nullable String template() {
      return null;
    }
  }

  @Test
  void requestsAreCountedByKindAndOutcome() {
    RequestObserver observer = all.observer(1, Api.SQL);
    observer.finished(RequestKind.READ, null, new Cost(1000, 1, 1));
    observer.finished(RequestKind.READ, null, new Cost(1500, 1, 1));
    observer.finished(RequestKind.CREATE, ErrorCode.TOO_MANY_REQUESTS, new Cost(380, 1, 0));
    ContainerUsage usage = all.usage(1).orElseThrow();
    assertThat(usage.rows())
        .containsExactly(
            new ContainerUsage.Row(RequestKind.READ, null, new Usage(2, 2500, 2)),
            new ContainerUsage.Row(
                RequestKind.CREATE, ErrorCode.TOO_MANY_REQUESTS, new Usage(1, 380, 0)));
    assertThat(usage.rows())
        .extracting(ContainerUsage.Row::status)
        .containsExactly("ok", "too-many-requests");
  }

  @Test
  void rowsAreBoundedByKindsAndCodes() {
    RequestObserver observer = all.observer(1, Api.SQL);
    for (RequestKind kind : RequestKind.values()) {
      observer.finished(kind, null, new Cost(1, 1, 1));
      for (ErrorCode code : ErrorCode.values()) {
        observer.finished(kind, code, new Cost(1, 1, 1));
      }
    }
    assertThat(all.usage(1).orElseThrow().rows())
        .hasSize(RequestKind.values().length * (1 + ErrorCode.values().length));
  }

  @Test
  void partitionsAreToldApartAsLongAsThereIsRoom() {
    RequestObserver observer = all.observer(1, Api.SQL);
    for (int partition = 0; partition < COUNTERS_MAX + 50; partition++) {
      observer.finished(RequestKind.READ, null, new Cost(1000, 1, 1, partition));
    }
    observer.finished(RequestKind.READ, null, new Cost(1000, 1, 7, RequestCost.SEVERAL_PARTITIONS));
    ContainerUsage usage = all.usage(1).orElseThrow();
    assertThat(usage.rows().getFirst().usage().requests()).isEqualTo(COUNTERS_MAX + 51);
    assertThat(usage.rowsByPartition()).hasSize(COUNTERS_MAX + 1);
    assertThat(usage.rowsByPartition().getFirst().partition()).isEmpty();
    assertThat(usage.rowsByPartition().getFirst().row().usage().requests()).isEqualTo(51);
    all.tidy(_ -> false, 0);
    all.observer(2, Api.SQL).finished(RequestKind.READ, null, new Cost(1000, 1, 1, 5));
    assertThat(all.usage(2).orElseThrow().rowsByPartition())
        .singleElement()
        .extracting(ContainerUsage.PartitionRow::partition)
        .isEqualTo(OptionalInt.of(5));
  }

  @Test
  void whatIsSlowOrThrottledIsKeptAndTheRestOnlyForThoseWhoLook() {
    RequestObserver observer = all.observer(1, Api.SQL);
    RequestLog log = all.log();
    Cost quick = new Cost(1000, 8, 1);
    Cost slow = new Cost(1000, 100_000_000, 1, 3);
    observer.finished(RequestKind.CREATE, null, quick);
    observer.finished(RequestKind.CREATE, null, slow);
    observer.finished(RequestKind.READ, ErrorCode.TOO_MANY_REQUESTS, quick);
    List<RequestLog.Entry> kept = log.after(0, 10, Duration.ZERO);
    assertThat(kept)
        .extracting(RequestLog.Entry::status)
        .containsExactly("ok", "too-many-requests");
    assertThat(kept.getFirst().partition()).isEqualTo(3);
    for (int i = 0; i < 7; i++) {
      observer.finished(RequestKind.READ, null, quick);
    }
    List<RequestLog.Entry> live = log.after(kept.getLast().number(), 10, Duration.ZERO);
    assertThat(live).hasSize(5).allMatch(entry -> entry.kind() == RequestKind.READ);
    assertThat(log.after(0, 10, Duration.ZERO)).hasSize(7).startsWith(kept.getFirst());
    assertThat(log.after(live.getLast().number(), 10, Duration.ZERO)).isEmpty();
    assertThat(log.after(1_000_000, 2, Duration.ZERO)).isEqualTo(kept);
    now = now.plusSeconds(31);
    observer.finished(RequestKind.READ, null, quick);
    observer.finished(RequestKind.DELETE, null, quick);
    assertThat(log.after(live.getLast().number(), 10, Duration.ZERO))
        .extracting(RequestLog.Entry::kind)
        .containsExactly(RequestKind.READ);
  }

  @Test
  void whoLooksIsWokenByTheNextRequest() throws Exception {
    var seen = CompletableFuture.supplyAsync(() -> all.log().after(0, 10, Duration.ofMinutes(1)));
    RequestObserver observer = all.observer(1, Api.SQL);
    while (!seen.isDone()) {
      observer.finished(RequestKind.CREATE, null, new Cost(1, 1, 1));
      Thread.onSpinWait();
    }
    assertThat(seen.get()).isNotEmpty();
  }

  @Test
  void containersBeyondTheBoundAreCountedTogether() {
    for (int number = 1; number <= 20; number++) {
      all.observer(number, Api.SQL).finished(RequestKind.READ, null, new Cost(1000, 1, 1));
    }
    assertThat(all.usage(CONTAINERS_MAX)).isPresent();
    assertThat(all.usage(CONTAINERS_MAX + 1)).isEmpty();
    assertThat(all.others(Api.SQL).rows().getFirst().usage().requests()).isEqualTo(17);
    assertThat(all.others(Api.MONGO).rows()).isEmpty();
    all.tidy(number -> number != 2, 0);
    assertThat(all.usage(2)).isEmpty();
    all.observer(21, Api.SQL).finished(RequestKind.READ, null, new Cost(1000, 1, 1));
    assertThat(all.usage(21)).isPresent();
  }

  @Test
  void durationsAreSpreadOverBuckets() {
    RequestObserver observer = all.observer(1, Api.SQL);
    for (int i = 1; i <= 100; i++) {
      observer.finished(RequestKind.CREATE, null, new Cost(1, i * 1_000_000L, 1));
    }
    observer.finished(RequestKind.QUERY, null, new Cost(1, 90_000_000_000L, 3));
    Histogram.Snapshot creates = all.durations(Api.SQL).of(RequestKind.CREATE);
    assertThat(creates.count()).isEqualTo(100);
    assertThat(creates.sum()).isEqualTo(5050 * 1_000_000L);
    assertThat(creates.quantile(0.5)).isEqualTo(50_000_000);
    assertThat(creates.quantile(0.99)).isEqualTo(100_000_000);
    assertThat(all.durations(Api.SQL).of(RequestKind.QUERY).quantile(0.5))
        .isEqualTo(30_000_000_000L);
    assertThat(all.durations(Api.SQL).fanOut().quantile(1)).isEqualTo(4);
    assertThat(all.durations(Api.SQL).fanOut().count()).isEqualTo(1);
    assertThat(all.durations(Api.TABLE).of(RequestKind.CREATE).count()).isZero();
  }

  @Test
  void ofReadsASampleStandsForAll() {
    RequestObserver observer = all.observer(1, Api.SQL);
    for (int i = 0; i < 800; i++) {
      observer.finished(RequestKind.READ, null, new Cost(1, i, 1));
    }
    Histogram.Snapshot reads = all.durations(Api.SQL).of(RequestKind.READ);
    assertThat(reads.count()).isEqualTo(800);
    assertThat(reads.sum()).isEqualTo(8L * 8 * (99 * 100 / 2));
    assertThat(all.usage(1).orElseThrow().rows().getFirst().usage().requests()).isEqualTo(800);
  }

  @Test
  void manyThreadsLoseNothing() throws InterruptedException {
    RequestObserver observer = all.observer(1, Api.SQL);
    List<Thread> threads = new ArrayList<>();
    for (int i = 0; i < 16; i++) {
      threads.add(
          Thread.startVirtualThread(
              () -> {
                for (int j = 0; j < 1000; j++) {
                  observer.finished(RequestKind.UPSERT, null, new Cost(10, 5, 2));
                }
              }));
    }
    for (Thread thread : threads) {
      thread.join();
    }
    assertThat(all.usage(1).orElseThrow().rows().getFirst().usage())
        .isEqualTo(new Usage(16_000, 160_000, 32_000));
  }
}
