// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway.observe;

import io.orrery.gateway.observe.HeatMap.Row;
import io.orrery.partition.throughput.Spending;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/// The histories of partitions, of as many as there is room for: where there are more, those that
/// spent something last. Partitions that were split stay until nothing of them is left to tell.
public final class PartitionHistories {
  /// What a map may have at most.
  public static final int COLUMNS_MAX = 500;

  private static final long NEVER = Long.MIN_VALUE;

  private record Place(int container, int ordinal) implements Comparable<Place> {
    @Override
    public int compareTo(Place other) {
      int byContainer = Integer.compare(container, other.container);
      return byContainer != 0 ? byContainer : Integer.compare(ordinal, other.ordinal);
    }
  }

  private final int partitionsMax;

  /// Guarded by this.
  private final NavigableMap<Place, PartitionHistory> histories = new TreeMap<>();

  /// How many of them keep something. Guarded by this.
  private int kept;

  /// Guarded by this.
  private long lastMillis = NEVER;

  PartitionHistories(int partitionsMax) {
    this.partitionsMax = partitionsMax;
  }

  /// Books what all partitions have done since the last time.
  ///
  /// @param readings by container
  synchronized void read(Map<Integer, List<PartitionReading>> readings, long nowMillis) {
    readings.forEach(
        (container, partitions) ->
            partitions.forEach(
                each -> read(new Place(container, each.ordinal()), each, nowMillis)));
    lastMillis = nowMillis;
  }

  private void read(Place place, PartitionReading reading, long nowMillis) {
    boolean begins =
        histories
            .computeIfAbsent(place, _ -> newHistory(reading, nowMillis))
            .read(reading, nowMillis);
    if (begins && ++kept > partitionsMax) {
      forgetQuietest();
    }
  }

  /// A partition that was not there the last time has done everything since; what was done before
  /// anybody looked is left out.
  private PartitionHistory newHistory(PartitionReading reading, long nowMillis) {
    return lastMillis == NEVER
        ? new PartitionHistory(reading.spending(), nowMillis)
        : new PartitionHistory(Spending.NONE, lastMillis);
  }

  private void forgetQuietest() {
    histories.values().stream()
        .filter(PartitionHistory::isKept)
        .min(Comparator.comparingLong(PartitionHistory::activeMillis))
        .ifPresent(PartitionHistory::forget);
    kept--;
  }

  /// Forgets containers that are gone, and partitions of which nothing is left to tell.
  synchronized void sweep(IntPredicate containerExists, long nowMillis) {
    long tooOld =
        nowMillis
            - PartitionHistory.COARSE_STEP.multipliedBy(PartitionHistory.COARSE_COUNT).toMillis();
    histories.keySet().removeIf(place -> !containerExists.test(place.container()));
    histories.values().stream()
        .filter(history -> history.activeMillis() < tooOld)
        .forEach(PartitionHistory::forget);
    histories.values().removeIf(each -> !each.isKept() && each.seenMillis() < lastMillis);
    kept = (int) histories.values().stream().filter(PartitionHistory::isKept).count();
  }

  synchronized int size() {
    return kept;
  }

  /// The share of what it may spend that a partition spent in the last second; empty if nobody has
  /// looked yet.
  public synchronized Optional<Float> ratio(int container, int ordinal) {
    return Optional.ofNullable(histories.get(new Place(container, ordinal)))
        .map(PartitionHistory::ratio);
  }

  /// The last hour is known in steps of ten seconds, the last day in steps of five minutes: the
  /// step is made a multiple of what there is for the beginning asked for, and not smaller than
  /// [#COLUMNS_MAX] columns allow.
  public synchronized HeatMap map(
      int container, Instant from, Instant to, Duration step, Instant now) {
    Instant fineSince =
        now.minus(PartitionHistory.FINE_STEP.multipliedBy(PartitionHistory.FINE_COUNT));
    boolean finely = !from.isBefore(fineSince) && step.compareTo(PartitionHistory.COARSE_STEP) < 0;
    Duration least = finely ? PartitionHistory.FINE_STEP : PartitionHistory.COARSE_STEP;
    long needed =
        Math.max(
            step.toMillis(), Math.ceilDiv(Duration.between(from, to).toMillis(), COLUMNS_MAX - 1));
    long stepMillis = Math.ceilDiv(needed, least.toMillis()) * least.toMillis();
    long start = Math.floorDiv(from.toEpochMilli(), stepMillis) * stepMillis;
    List<Row> rows = new ArrayList<>();
    histories
        .subMap(new Place(container, 0), true, new Place(container, Integer.MAX_VALUE), true)
        .forEach(
            (place, history) -> {
              if (!history.isKept()) {
                return;
              }
              List<@Nullable HeatCell> cells = new ArrayList<>();
              for (long at = start; at < to.toEpochMilli(); at += stepMillis) {
                cells.add(history.between(at, at + stepMillis, finely));
              }
              rows.add(new Row(place.ordinal(), cells));
            });
    return new HeatMap(Instant.ofEpochMilli(start), Duration.ofMillis(stepMillis), rows);
  }
}
