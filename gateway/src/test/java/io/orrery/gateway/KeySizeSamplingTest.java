// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.gateway.observe.KeyGrowth;
import io.orrery.gateway.observe.KeySizes;
import io.orrery.gateway.observe.Observatory;
import io.orrery.gateway.observe.WorkloadSettings;
import io.orrery.model.Limits;
import io.orrery.model.key.PartitionKey;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class KeySizeSamplingTest {
  private final FakeTime clock = new FakeTime();
  private final AtomicLong nanos = new AtomicLong();
  private final KeySizes sizes =
      Observatory.of(WorkloadSettings.DEFAULT, Limits.DEFAULT, clock).keySizes();

  private Optional<KeyGrowth> growth(ContainerHandle container, String key, long bytes) {
    return sizes.growth(container.number(), PartitionKey.text(key), bytes, clock.millis());
  }

  private static void create(Bed bed, ContainerHandle container, String key, String id) {
    bed.gateway().create(container, Bed.key(container, key, id), Bed.sized(1000), bed.request());
  }

  @Test
  void theLargestKeysAreFollowedAlsoAcrossASplit() {
    try (Bed bed = Bed.inMemory()) {
      KeySizeSampling sampling = new KeySizeSampling(bed.gateway(), sizes, clock, nanos::get);
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 2);
      for (int i = 0; i <= KeySizes.KEYS; i++) {
        create(bed, container, "key-" + i, "1");
        if (i > 0) {
          create(bed, container, "key-" + i, "2");
        }
      }
      sampling.sample();
      bed.splitAll(container);
      clock.pass(Duration.ofMinutes(20));
      sampling.sample();
      assertThat(growth(container, "key-0", 0)).isEmpty();
      LogicalPartitionSize first = bed.gateway().topKeys(container, 1, bed.request()).getFirst();
      assertThat(
              sizes
                  .growth(container.number(), first.key(), first.counters().bytes(), clock.millis())
                  .orElseThrow())
          .isEqualTo(new KeyGrowth(Duration.ofMinutes(20), 0));
    }
  }

  /// Every look takes a second here, so none comes before some hundred seconds have gone by.
  @Test
  void whatTookLongIsLeftAloneForLong() {
    try (Bed bed = Bed.inMemory()) {
      KeySizeSampling sampling =
          new KeySizeSampling(
              bed.gateway(), sizes, clock, () -> nanos.getAndAdd(Duration.ofSeconds(1).toNanos()));
      ContainerHandle container = bed.create("items", Bed.BY_KEY, 1);
      create(bed, container, "a", "1");
      sampling.sample();
      create(bed, container, "b", "1");
      clock.pass(Duration.ofMinutes(20));
      sampling.sample();
      assertThat(growth(container, "a", 0)).isPresent();
      clock.pass(Duration.ofMinutes(20));
      assertThat(growth(container, "b", 0)).isEmpty();
      nanos.addAndGet(Duration.ofMinutes(20).toNanos());
      sampling.sample();
      clock.pass(Duration.ofMinutes(20));
      assertThat(growth(container, "b", 0)).isPresent();
    }
  }
}
