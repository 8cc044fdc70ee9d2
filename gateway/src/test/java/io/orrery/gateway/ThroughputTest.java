// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static io.orrery.gateway.Failures.assertFails;
import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.model.container.Throughput;
import io.orrery.plan.update.Operation.NewItem;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class ThroughputTest {
  private static final String BY_N = "SELECT * FROM c ORDER BY c.n";

  @Test
  void readOfOneKilobyteCostsOneUnitWhateverTheStoreHolds() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      ItemKey key = Bed.key(container, "a", "1");
      double create =
          bed.gateway().create(container, key, Bed.sized(1024), bed.request()).charge().units();
      assertThat(create).isBetween(4.9, 7.0);
      assertThat(readUnits(bed, container, key)).isEqualTo(1.0);
      fill(bed, container, 20_000);
      assertThat(readUnits(bed, container, key)).isEqualTo(1.0);
      ItemKey another = Bed.key(container, "a", "2");
      assertThat(
              bed.gateway()
                  .create(container, another, Bed.sized(1024), bed.request())
                  .charge()
                  .units())
          .isEqualTo(create);
    }
  }

  private static void fill(Bed bed, ContainerHandle container, int count) {
    NewItem small = Bed.json("{\"n\":1}");
    for (int i = 0; i < count; i++) {
      ItemKey key = Bed.key(container, "k" + i % 100, "" + i);
      bed.gateway().create(container, key, small, bed.request());
    }
  }

  private static double readUnits(Bed bed, ContainerHandle container, ItemKey key) {
    return bed.gateway().read(container, key, bed.request()).charge().units();
  }

  @Test
  void refusedRequestGetsInAfterExactlyTheTimeItIsTold() {
    try (Bed bed = Bed.throttled()) {
      bed.create("first", Bed.BY_KEY, 1);
      bed.plane().createContainer(Bed.DATABASE, "items", Bed.BY_KEY, Throughput.manual(400));
      ContainerHandle container = bed.container("items");
      ItemKey key = Bed.key(container, "a", "1");
      bed.gateway().create(container, key, Bed.sized(100_000), bed.request());
      int reads = 0;
      OrreryException refusal = null;
      while (refusal == null) {
        try {
          bed.gateway().find(container, key, bed.request());
          reads++;
        } catch (OrreryException e) {
          refusal = e;
        }
      }
      assertThat(refusal.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
      assertThat(reads).isBetween(30, 40); // 350 of 400 units are left, a read takes 9.8.
      long wait = refusal.retryAfterMillis();
      assertThat(wait).isBetween(1L, 30L);
      bed.time.pass(Duration.ofMillis(wait - 1));
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS, () -> bed.gateway().find(container, key, bed.request()));
      RequestContext context = bed.request();
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS,
          () -> bed.gateway().upsert(container, key, Bed.json("{}"), null, context));
      assertThat(context.charge().units()).isZero();
      bed.time.pass(Duration.ofMillis(1));
      bed.gateway().find(container, key, bed.request());
    }
  }

  @Test
  void changeOfWhatIsReadFirstGetsInAfterTheTimeItIsTold() {
    try (Bed bed = Bed.throttled()) {
      bed.create("first", Bed.BY_KEY, 1);
      bed.plane().createContainer(Bed.DATABASE, "items", Bed.BY_KEY, Throughput.manual(400));
      ContainerHandle container = bed.container("items");
      ItemKey key = Bed.key(container, "a", "1");
      bed.gateway().create(container, key, Bed.sized(100_000), bed.request());
      OrreryException refusal = null;
      while (refusal == null) {
        try {
          bed.gateway().find(container, key, bed.request());
        } catch (OrreryException e) {
          refusal = e;
        }
      }
      bed.time.pass(Duration.ofMillis(refusal.retryAfterMillis()));
      WriteResult changed =
          bed.gateway().modify(container, key, _ -> Bed.json("{\"n\":2}"), null, bed.request());
      assertThat(changed.effect()).isEqualTo(WriteResult.Effect.REPLACED);
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS, () -> bed.gateway().find(container, key, bed.request()));
    }
  }

  @Test
  void hotKeyTakesOnlyItsPartitionsShare() {
    try (Bed bed = Bed.throttled()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      ItemKey hot = Bed.key(container, "hot", "1");
      int cold = 0;
      while (container.table().at(Bed.key(container, "cold" + cold, "1")).ordinal()
          == container.table().at(hot).ordinal()) {
        cold++;
      }
      ItemKey elsewhere = Bed.key(container, "cold" + cold, "1");
      exhaust(bed, container, hot);
      for (int i = 0; i < 100; i++) {
        bed.gateway().find(container, elsewhere, bed.request());
        assertFails(
            ErrorCode.TOO_MANY_REQUESTS, () -> bed.gateway().find(container, hot, bed.request()));
      }
      // A scan over both is refused as a whole, or gives what it has.
      QueryBed queries = new QueryBed(bed, container);
      assertFails(
          ErrorCode.TOO_MANY_REQUESTS, () -> queries.items(BY_N, Scope.ALL, PageRequest.first(10)));
    }
  }

  private static void exhaust(Bed bed, ContainerHandle container, ItemKey key) {
    int units = 0;
    while (true) {
      try {
        bed.gateway().find(container, key, bed.request());
        units++;
      } catch (OrreryException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.TOO_MANY_REQUESTS);
        assertThat(units).isEqualTo(10_000);
        return;
      }
    }
  }

  @Test
  void scanAlongTheRingGivesWhatItHasWhenItIsThrottled() {
    try (Bed bed = Bed.throttled()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      fill(bed, container, 50);
      ItemKey inLast = null;
      for (int i = 0; inLast == null; i++) {
        ItemKey key = Bed.key(container, "k" + i, "none");
        inLast = container.table().at(key).ordinal() == 1 ? key : null;
      }
      bed.time.pass(Duration.ofSeconds(1));
      exhaust(bed, container, inLast);
      Page<Row> page =
          bed.gateway().scanItems(container, Scope.ALL, PageRequest.first(100), bed.request());
      assertThat(page.rows()).isNotEmpty().hasSizeLessThan(50);
      assertThat(page.continuation()).isPresent();
      PageRequest next = new PageRequest(100, page.continuation().orElseThrow());
      OrreryException refusal =
          assertFails(
              ErrorCode.TOO_MANY_REQUESTS,
              () -> bed.gateway().scanItems(container, Scope.ALL, next, bed.request()));
      bed.time.pass(Duration.ofMillis(refusal.retryAfterMillis()));
      Page<Row> rest = bed.gateway().scanItems(container, Scope.ALL, next, bed.request());
      assertThat(rest.rows()).hasSize(50 - page.rows().size());
    }
  }

  @Test
  void identicalQueriesCostTheSameAtAnyParallelism() {
    try (Bed bed = Bed.inMemory()) {
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 3);
      fill(bed, container, 100);
      for (String text : List.of(BY_N, "SELECT * FROM c ORDER BY c.n + 1")) {
        PageRequest first = PageRequest.first(40);
        QueryBed alone = new QueryBed(bed, container, 1);
        QueryBed together = new QueryBed(bed, container, 8);
        RequestCharge charge = alone.items(text, Scope.ALL, first).charge();
        assertThat(charge.units()).as(text).isPositive();
        assertThat(together.items(text, Scope.ALL, first).charge()).as(text).isEqualTo(charge);
      }
    }
  }
}
