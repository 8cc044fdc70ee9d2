// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.container.IndexingPolicy;
import io.orrery.model.key.IndexPath;
import io.orrery.model.key.PartitionKey;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatisticsTest {

  private static void load(Bed bed, ContainerHandle container) {
    for (int key = 0; key < 20; key++) {
      for (int i = 0; i <= key; i++) {
        bed.gateway()
            .create(
                container, Bed.key(container, "k" + key, "" + i), Bed.sized(200), bed.request());
      }
    }
  }

  @Test
  void heaviestKeysComeFirstAlsoAfterASplit() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      load(bed, container);
      List<LogicalPartitionSize> top = bed.gateway().topKeys(container, 3, bed.request());
      assertThat(top)
          .extracting(LogicalPartitionSize::key)
          .containsExactly(
              PartitionKey.text("k19"), PartitionKey.text("k18"), PartitionKey.text("k17"));
      assertThat(top.getFirst().counters().items()).isEqualTo(20);
      bed.splitAll(container);
      assertThat(bed.gateway().topKeys(container, 3, bed.request())).isEqualTo(top);
      assertThat(bed.gateway().topKeys(container, 1000, bed.request())).hasSize(20);
      assertFails(
          ErrorCode.INVALID_ARGUMENT, () -> bed.gateway().topKeys(container, 0, bed.request()));
    }
  }

  @Test
  void partitionsTellTheirStateAndDescent() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      load(bed, container);
      bed.splitAll(container);
      List<PartitionStatistics> partitions = bed.gateway().partitions(container);
      assertThat(partitions).extracting(PartitionStatistics::ordinal).containsExactly(2, 3, 4, 5);
      assertThat(partitions)
          .extracting(PartitionStatistics::parents)
          .containsExactly(List.of(0), List.of(0), List.of(1), List.of(1));
      assertThat(partitions.stream().mapToLong(each -> each.counters().items()).sum())
          .isEqualTo(210);
      assertThat(partitions)
          .allMatch(each -> each.unitsPerSecond() == 5000 && each.reindexPercent() == 100);
    }
  }

  @Test
  void reindexingComesToItsEnd() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      load(bed, container);
      assertThat(bed.gateway().reindexPercent(container)).isEqualTo(100);
      IndexingPolicy policy =
          new IndexingPolicy(
              true,
              List.of(IndexPath.ALL),
              List.of(IndexPath.parse("/padding/?")),
              List.of(),
              List.of());
      bed.plane().replaceContainer(Bed.DATABASE, "items", Bed.BY_KEY.withIndexing(policy));
      int before = 0;
      while (before < 100) {
        int percent = bed.gateway().reindexPercent(container);
        assertThat(percent).isBetween(before, 100);
        before = percent;
        Thread.onSpinWait();
      }
    }
  }
}
