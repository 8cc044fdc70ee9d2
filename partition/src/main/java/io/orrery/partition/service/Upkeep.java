// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.container.Counters;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.CountersCursor;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionState;
import io.orrery.partition.PartitionView;
import io.orrery.partition.SettingsHistory;
import io.orrery.partition.command.Command;
import io.orrery.partition.service.PartitionAnswer.Counted;
import io.orrery.partition.service.PartitionAnswer.Description;
import io.orrery.partition.service.PartitionAnswer.Heaviest;
import io.orrery.partition.service.PartitionAnswer.Hottest;
import io.orrery.partition.service.PartitionAnswer.Maintained;
import io.orrery.partition.service.PartitionAnswer.Provisioned;
import io.orrery.partition.service.PartitionAnswer.SplitPoint;
import io.orrery.partition.service.PartitionRequest.Provision;
import java.util.Comparator;
import java.util.Optional;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// What control and operators ask of a partition.
final class Upkeep {
  private static final Comparator<Heaviest.Weight> BY_BYTES =
      Comparator.comparingLong(each -> each.counters().bytes());

  private final Partition partition;
  private final Throttle throttle;

  Upkeep(Partition partition, Throttle throttle) {
    this.partition = partition;
    this.throttle = throttle;
  }

  Description describe() {
    PartitionState state = partition.state();
    SettingsHistory settings = partition.settings();
    return new Description(
        state.range(),
        state.retired(),
        state.inheritance() != null,
        state.lsn(),
        state.counters(),
        state.historySince(),
        state.historyPurged(),
        settings.newest(),
        settings.isIndexing() ? settings.cursor() : null,
        settings.isHeldUp(),
        throttle.bucket().unitsPerSecond(),
        throttle.meter().total(),
        partition.failures(),
        partition.fault().orElse(null));
  }

  Heaviest findHeaviest(int count, RunningCall call) {
    PriorityQueue<Heaviest.Weight> heaviest = new PriorityQueue<>(BY_BYTES);
    try (PartitionView view = partition.view(call.call().nowMillis());
        CountersCursor keys = view.logicalPartitions(HashRange.FULL)) {
      while (keys.next()) {
        call.throwIfDone();
        heaviest.add(new Heaviest.Weight(keys.key(), keys.counters()));
        if (heaviest.size() > count) {
          heaviest.poll();
        }
      }
      return new Heaviest(
          heaviest.stream()
              .sorted(BY_BYTES.reversed().thenComparing(Heaviest.Weight::key))
              .toList(),
          view.state().lsn());
    }
  }

  Hottest findHottest(int count) {
    return new Hottest(throttle.meter().hottest(count), partition.state().lsn());
  }

  Maintained maintain(int itemsMax, RunningCall call) {
    Optional<Command> due = partition.due(call.call().nowMillis(), itemsMax);
    due.ifPresent(command -> partition.submit(command, call.remaining()));
    return new Maintained(due.isPresent(), partition.state().lsn());
  }

  Provisioned provision(Provision provision) {
    throttle.provision(provision);
    return new Provisioned(partition.state().lsn());
  }

  SplitPoint findSplitPoint(RunningCall call) {
    try (PartitionView view = partition.view(call.call().nowMillis());
        CountersCursor keys = view.logicalPartitions(HashRange.FULL)) {
      return new SplitPoint(
          median(keys, view.state().counters().bytes(), call), view.state().lsn());
    }
  }

  /// The boundary between two logical partitions that comes nearest to halving the data; null if a
  /// single position of the ring holds everything.
  private static @Nullable EffectivePartitionKey median(
      CountersCursor keys, long total, RunningCall call) {
    long left = 0;
    EffectivePartitionKey last = null;
    EffectivePartitionKey best = null;
    long bestDistance = Long.MAX_VALUE;
    while (keys.next()) {
      call.throwIfDone();
      EffectivePartitionKey position = keys.key().position();
      if (last != null && !position.equals(last)) {
        long distance = Math.abs(total - 2 * left);
        if (distance >= bestDistance) {
          break;
        }
        best = position;
        bestDistance = distance;
      }
      last = position;
      left += keys.counters().bytes();
    }
    return best;
  }

  /// What lies left of a point; if a split is prepared there, what lay there at that moment: what
  /// lies there now, less what came since.
  Counted countLeft(EffectivePartitionKey at, RunningCall call) {
    try (PartitionView view = partition.view(call.call().nowMillis())) {
      PartitionState state = view.state();
      PartitionState.PendingSplit split = state.split();
      Counters since = split == null || !split.at().equals(at) ? Counters.ZERO : split.leftSince();
      Counters sum = Counters.ZERO;
      try (CountersCursor keys = view.logicalPartitions(new HashRange(state.range().min(), at))) {
        while (keys.next()) {
          call.throwIfDone();
          sum = sum.plus(keys.counters());
        }
      }
      return new Counted(sum.minus(since), state.lsn());
    }
  }
}
