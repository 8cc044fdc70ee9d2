// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import static org.assertj.core.api.Assertions.assertThat;

import io.orrery.model.container.Counters;
import io.orrery.partition.throughput.Spending;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionHistoriesTest {
  private static final Instant START = Instant.parse("2026-11-16T10:00:00Z");
  private static final int CONTAINER = 7;

  private final PartitionHistories histories = new PartitionHistories(10);
  private Instant now = START;
  private long spent = 1;
  private long requests;
  private long throttled;

  /// A second goes by in which so many units are spent, of 1000 that may be.
  private void second(long units) {
    now = now.plusSeconds(1);
    spent += units * 1000;
    requests += units;
    read(0);
  }

  private void read(int ordinal) {
    read(reading(ordinal));
  }

  private PartitionReading reading(int ordinal) {
    return new PartitionReading(
        ordinal, 1000, new Spending(spent, requests, throttled), new Counters(1, spent, 5));
  }

  private void read(PartitionReading... readings) {
    histories.read(Map.of(CONTAINER, List.of(readings)), now.toEpochMilli());
  }

  private HeatMap map(Instant from, Duration step) {
    return histories.map(CONTAINER, from, now, step, now);
  }

  private static List<@Nullable HeatCell> cells(HeatMap map) {
    assertThat(map.rows()).hasSize(1);
    return map.rows().getFirst().cells();
  }

  private static HeatCell last(HeatMap map) {
    return Objects.requireNonNull(cells(map).getLast());
  }

  private static List<HeatCell> known(HeatMap map) {
    return cells(map).stream().filter(Objects::nonNull).map(Objects::requireNonNull).toList();
  }

  @Test
  void whatIsSpentInAStepIsItsCell() {
    read(0);
    for (int i = 0; i < 30; i++) {
      throttled += i == 12 ? 3 : 0;
      second(i < 10 ? 10 : i == 15 ? 500 : 20);
    }
    HeatMap map = map(START, Duration.ofSeconds(10));
    assertThat(map.from()).isEqualTo(START);
    assertThat(map.step()).isEqualTo(Duration.ofSeconds(10));
    assertThat(cells(map))
        .extracting(HeatCell::thousandths)
        .containsExactly(100_000L, 680_000L, 200_000L);
    assertThat(known(map)).extracting(HeatCell::requests).containsExactly(100L, 680L, 200L);
    assertThat(known(map)).extracting(HeatCell::throttled).containsExactly(0L, 3L, 0L);
    assertThat(known(map)).extracting(HeatCell::peakRatio).containsExactly(0.01f, 0.5f, 0.02f);
    assertThat(last(map).dataBytes()).isEqualTo(spent);
    assertThat(last(map).indexBytes()).isEqualTo(5);
    assertThat(histories.ratio(CONTAINER, 0)).hasValue(0.02f);
    assertThat(histories.ratio(CONTAINER, 1)).isEmpty();
  }

  @Test
  void widerStepsAddUp() {
    read(0);
    for (int i = 0; i < 60; i++) {
      second(i);
    }
    HeatMap map = map(START, Duration.ofSeconds(25));
    assertThat(map.step()).isEqualTo(Duration.ofSeconds(30));
    assertThat(known(map)).extracting(HeatCell::thousandths).containsExactly(435_000L, 1335_000L);
    assertThat(known(map)).extracting(HeatCell::peakRatio).containsExactly(0.029f, 0.059f);
  }

  @Test
  void theOldestFallOutOfTheRing() {
    read(0);
    int seconds = (PartitionHistory.FINE_COUNT + 6) * 10;
    for (int i = 0; i < seconds; i++) {
      second(1);
    }
    Instant oldest = now.minus(Duration.ofHours(1));
    assertThat(known(map(oldest, Duration.ofSeconds(10))))
        .hasSize(PartitionHistory.FINE_COUNT)
        .allSatisfy(cell -> assertThat(cell.thousandths()).isEqualTo(10_000));
    HeatMap coarse = map(START, Duration.ofSeconds(10));
    assertThat(coarse.step()).isEqualTo(PartitionHistory.COARSE_STEP);
    assertThat(cells(coarse)).hasSize(13);
    assertThat(known(coarse).stream().mapToLong(HeatCell::thousandths).sum())
        .isEqualTo(seconds * 1000L);
  }

  @Test
  void whereNobodyLookedNothingIsKnown() {
    read(0);
    second(5);
    now = now.plusSeconds(59);
    second(5);
    List<@Nullable HeatCell> cells = cells(map(START, Duration.ofSeconds(10)));
    assertThat(cells).hasSize(7);
    assertThat(cells.subList(1, 6)).containsOnlyNulls();
    assertThat(Objects.requireNonNull(cells.getLast()).thousandths()).isEqualTo(5000);
    now = now.plus(Duration.ofDays(2));
    second(1);
    assertThat(cells(map(now.minus(Duration.ofDays(1)), Duration.ofMinutes(5))))
        .filteredOn(Objects::nonNull)
        .hasSize(1);
  }

  @Test
  void aClockThatGoesBackLosesNothing() {
    read(0);
    second(5);
    now = now.minusSeconds(30);
    second(5);
    second(5);
    now = START.plusSeconds(1);
    second(5);
    assertThat(known(map(START, Duration.ofSeconds(10))))
        .extracting(HeatCell::thousandths)
        .containsExactly(20_000L);
  }

  @Test
  void aMapHasNoMoreColumnsThanItMay() {
    read(0);
    second(1);
    HeatMap map = map(now.minus(Duration.ofDays(30)), Duration.ofSeconds(1));
    assertThat(cells(map)).hasSizeLessThanOrEqualTo(PartitionHistories.COLUMNS_MAX);
    assertThat(map.step()).isGreaterThanOrEqualTo(Duration.ofHours(1));
  }

  @Test
  void thereIsRoomForSoManyPartitionsAndTheQuietestGoes() {
    read(0);
    for (int ordinal = 0; ordinal < 10; ordinal++) {
      now = now.plusSeconds(1);
      spent++;
      read(ordinal);
    }
    second(1);
    now = now.plusSeconds(1);
    read(10);
    assertThat(histories.size()).isEqualTo(10);
    assertThat(map(START, Duration.ofSeconds(10)).rows())
        .extracting(HeatMap.Row::ordinal)
        .containsExactly(0, 2, 3, 4, 5, 6, 7, 8, 9, 10);
  }

  @Test
  void whoNeverSpentHasNoHistory() {
    read(new PartitionReading(0, 1000, Spending.NONE, Counters.ZERO));
    now = now.plusSeconds(1);
    read(new PartitionReading(0, 1000, Spending.NONE, Counters.ZERO));
    assertThat(histories.size()).isZero();
    assertThat(map(START, Duration.ofSeconds(10)).rows()).isEmpty();
  }

  @Test
  void whatANewPartitionSpendsFirstCounts() {
    read(new PartitionReading(0, 1000, Spending.NONE, Counters.ZERO));
    now = now.plusSeconds(1);
    read(1);
    assertThat(known(map(START, Duration.ofSeconds(10))))
        .extracting(HeatCell::thousandths)
        .containsExactly(spent);
  }

  @Test
  void whatIsGoneOrSilentForADayIsForgotten() {
    read(0);
    second(1);
    histories.sweep(number -> number == CONTAINER, now.toEpochMilli());
    assertThat(histories.size()).isEqualTo(1);
    histories.sweep(number -> number == CONTAINER, now.plus(Duration.ofHours(25)).toEpochMilli());
    assertThat(histories.size()).isZero();
    second(1);
    assertThat(histories.size()).isEqualTo(1);
    assertThat(known(map(START, Duration.ofSeconds(10))))
        .extracting(HeatCell::thousandths)
        .containsExactly(1000L);
    histories.sweep(_ -> false, now.toEpochMilli());
    assertThat(histories.size()).isZero();
  }

  @Test
  void aPartitionThatWasOpenedAnewGoesOn() {
    read(0);
    second(100);
    spent = 0;
    second(7);
    assertThat(known(map(START, Duration.ofSeconds(10))).getFirst().thousandths())
        .isEqualTo(107_000);
  }
}
