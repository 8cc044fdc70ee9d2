// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.key.PartitionKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class KeySizesTest {
  private static final PartitionKey KEY = PartitionKey.text("tenant-7");
  private static final PartitionKey OTHER = PartitionKey.text("tenant-8");
  private static final int CONTAINER = 3;
  private static final long DAY = Duration.ofDays(1).toMillis();
  private static final long STEP = SizeSeries.STEP.toMillis();

  private final KeySizes sizes = new KeySizes(2);
  private long now = Instant.parse("2026-11-16T10:00:00Z").toEpochMilli();

  private KeyGrowth growth(long bytes) {
    return sizes.growth(CONTAINER, KEY, bytes, now).orElseThrow();
  }

  @Test
  void growthIsKnownAfterAWhile() {
    assertThat(sizes.growth(CONTAINER, KEY, 100, now)).isEmpty();
    sizes.note(CONTAINER, Map.of(KEY, 100L), now);
    now += SizeSeries.ENOUGH.toMillis() - 1;
    assertThat(sizes.growth(CONTAINER, KEY, 200, now)).isEmpty();
    now++;
    assertThat(growth(200)).isEqualTo(new KeyGrowth(SizeSeries.ENOUGH, 100 * 144));
    assertThat(growth(100).bytesPerDay()).isZero();
    assertThat(growth(50).bytesPerDay()).isEqualTo(-50 * 144);
    assertThat(sizes.growth(CONTAINER, OTHER, 100, now)).isEmpty();
    assertThat(sizes.growth(CONTAINER + 1, KEY, 100, now)).isEmpty();
  }

  /// However long it is watched, at whatever pace.
  @Test
  void growthIsThatOfTheLastDay() {
    long size = 1_000_000;
    for (int step = 0; step < 4 * DAY / STEP; step++) {
      size += now % (2 * DAY) < DAY ? 1000 : 10;
      sizes.note(CONTAINER, Map.of(KEY, size), now);
      now += STEP;
    }
    long sizeBefore = size;
    for (int step = 0; step < DAY / STEP; step++) {
      size += 7;
      sizes.note(CONTAINER, Map.of(KEY, size), now);
      now += STEP;
    }
    KeyGrowth growth = growth(size);
    assertThat(growth.observed()).isBetween(Duration.ofHours(23), Duration.ofHours(26));
    assertThat(size - sizeBefore).isEqualTo(7 * 288);
    assertThat(growth.bytesPerDay()).isBetween(7 * 288L, 1000 * 288L);
    for (int step = 0; step < DAY / STEP; step++) {
      now += STEP;
      sizes.noteUnchanged(CONTAINER, now);
    }
    assertThat(growth(size).bytesPerDay()).isBetween(0L, 7 * 288L / 4);
  }

  @Test
  void whoIsNotAmongTheLargestAnyMoreBeginsAnew() {
    sizes.note(CONTAINER, Map.of(KEY, 100L, OTHER, 50L), now);
    now += STEP;
    sizes.note(CONTAINER, Map.of(OTHER, 150L), now);
    now += STEP;
    sizes.note(CONTAINER, Map.of(KEY, 170L, OTHER, 150L), now);
    assertThat(sizes.growth(CONTAINER, KEY, 170, now)).isEmpty();
    assertThat(sizes.growth(CONTAINER, OTHER, 150, now)).isPresent();
  }

  @Test
  void aClockThatGoesBackBeginsAnew() {
    sizes.note(CONTAINER, Map.of(KEY, 100L), now);
    now -= DAY;
    sizes.note(CONTAINER, Map.of(KEY, 100L), now);
    now += SizeSeries.ENOUGH.toMillis();
    assertThat(growth(101).bytesPerDay()).isEqualTo(144);
  }

  @Test
  void thereIsRoomForSoManyContainersAndThoseThatAreGoneMakeSome() {
    for (int container = 0; container < 3; container++) {
      sizes.note(container, Map.of(KEY, 100L), now);
    }
    now += DAY;
    assertThat(sizes.growth(1, KEY, 100, now)).isPresent();
    assertThat(sizes.growth(2, KEY, 100, now)).isEmpty();
    sizes.sweep(container -> container != 1);
    sizes.note(2, Map.of(KEY, 100L), now - DAY);
    assertThat(sizes.growth(1, KEY, 100, now)).isEmpty();
    assertThat(sizes.growth(2, KEY, 100, now)).isPresent();
  }

  @Test
  void theCapIsReachedIfItGoesOnLikeThis() {
    Instant time = Instant.ofEpochMilli(now);
    KeyGrowth growing = new KeyGrowth(Duration.ofHours(2), 10);
    assertThat(growing.reaches(1000, 900, time)).hasValue(time.plus(Duration.ofDays(10)));
    assertThat(growing.reaches(1000, 1001, time)).hasValue(time);
    assertThat(growing.reaches(Long.MAX_VALUE, 900, time)).isEmpty();
    for (long bytes : new long[] {0, -5}) {
      assertThat(new KeyGrowth(Duration.ofHours(2), bytes).reaches(1000, 900, time)).isEmpty();
    }
  }
}
