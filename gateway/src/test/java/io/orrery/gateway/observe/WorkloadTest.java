// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.container.Api;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WorkloadTest {
  private static final long HOUR = TimeUnit.HOURS.toMillis(1);

  private record Cost(
      long thousandths, long elapsedNanos, int partitions, @Nullable String template)
      implements RequestCost {
    @Override
    public long lot() {
      return 0;
    }

    @Override
    public int partition() {
      return NO_PARTITION;
    }

    @Override
    public UUID activityId() {
      return new UUID(1, 2);
    }
  }

  private static Cost cost(long units) {
    return new Cost(units * 1000, 1000, 1, null);
  }

  private static Cost query(String template, long units, int partitions) {
    return new Cost(units * 1000, 1000, partitions, template);
  }

  private static Observatory observatory(WorkloadSettings settings) {
    return new Observatory(
        settings,
        new Observatory.Bounds(3, 10, 10, 10),
        new RequestLog(() -> Instant.EPOCH, 5, Duration.ofSeconds(1)));
  }

  private static List<Workload.Entry> entries(Observatory observatory) {
    return observatory.usage(1).orElseThrow().workload().entries();
  }

  @Test
  void operationsAndTemplatesAreAddedUpTheDearestFirst() {
    Observatory all = observatory(WorkloadSettings.DEFAULT);
    RequestObserver observer = all.observer(1, Api.SQL);
    observer.finished(RequestKind.READ, null, cost(1));
    observer.finished(RequestKind.READ, ErrorCode.NOT_FOUND, cost(1));
    observer.finished(RequestKind.QUERY, null, query("SELECT 1", 10, 4));
    observer.finished(RequestKind.QUERY, null, query("SELECT 1", 20, 6));
    observer.finished(RequestKind.QUERY, null, query("SELECT 2", 5, 1));
    all.book(HOUR);
    assertThat(entries(all))
        .containsExactly(
            new Workload.Entry(
                RequestKind.QUERY, "SELECT 1", new Usage(2, 30_000, 10), new Usage(2, 30_000, 10)),
            new Workload.Entry(
                RequestKind.QUERY, "SELECT 2", new Usage(1, 5000, 1), new Usage(1, 5000, 1)),
            new Workload.Entry(
                RequestKind.READ, null, new Usage(2, 2000, 2), new Usage(2, 2000, 2)));
  }

  @Test
  void hoursThatAreOverAreForgotten() {
    Observatory all = observatory(new WorkloadSettings(true, 1, 3));
    RequestObserver observer = all.observer(1, Api.SQL);
    observer.finished(RequestKind.QUERY, null, query("old", 100, 1));
    all.book(0);
    observer.finished(RequestKind.QUERY, null, query("old", 1, 1));
    observer.finished(RequestKind.QUERY, null, query("new", 50, 1));
    all.book(HOUR);
    assertThat(entries(all).getFirst().usage()).isEqualTo(new Usage(2, 101_000, 2));
    assertThat(entries(all).getFirst().peak()).isEqualTo(new Usage(1, 100_000, 1));
    all.book(3 * HOUR);
    assertThat(entries(all)).extracting(Workload.Entry::template).containsExactly("new", "old");
    assertThat(entries(all).getLast().usage()).isEqualTo(new Usage(1, 1000, 1));
    all.book(4 * HOUR);
    assertThat(entries(all)).isEmpty();
    observer.finished(RequestKind.QUERY, null, query("old", 7, 1));
    all.book(100 * HOUR);
    assertThat(entries(all))
        .extracting(Workload.Entry::usage)
        .containsExactly(new Usage(1, 7000, 1));
  }

  @Test
  void moreTemplatesThanThereIsRoomForAreOne() {
    Observatory all = observatory(new WorkloadSettings(true, 1, 3));
    RequestObserver observer = all.observer(1, Api.SQL);
    for (int i = 0; i < 100; i++) {
      observer.finished(RequestKind.QUERY, null, query("SELECT " + i, 1, 1));
    }
    String tooLong = "x".repeat(Workload.TEMPLATE_LENGTH_MAX + 1);
    observer.finished(RequestKind.QUERY, null, query(tooLong, 1, 1));
    all.book(HOUR);
    assertThat(entries(all)).hasSize(11);
    assertThat(entries(all).getFirst().template()).isEmpty();
    assertThat(entries(all).getFirst().usage().requests()).isEqualTo(91);
  }

  @Test
  void aSampleIsToldAsTheWhole() {
    Observatory all = observatory(new WorkloadSettings(true, 0.25, 3));
    RequestObserver observer = all.observer(1, Api.SQL);
    for (int i = 0; i < 40_000; i++) {
      observer.finished(RequestKind.QUERY, null, query("SELECT 1", 1, 1));
    }
    all.book(HOUR);
    assertThat(entries(all).getFirst().usage().requests()).isBetween(38_000L, 42_000L);
  }

  @Test
  void nothingIsRecordedWhereNothingShouldBe() {
    Observatory all = observatory(new WorkloadSettings(false, 1, 3));
    all.observer(1, Api.SQL).finished(RequestKind.READ, null, cost(1));
    all.observer(1, Api.SQL).finished(RequestKind.QUERY, null, query("SELECT 1", 1, 1));
    all.book(HOUR);
    assertThat(entries(all)).isEmpty();
    assertThat(all.usage(1).orElseThrow().rows()).hasSize(2);
  }
}
