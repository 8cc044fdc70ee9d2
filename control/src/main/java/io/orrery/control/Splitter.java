// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.control.catalog.PartitionMap;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.model.key.HashRange;
import io.orrery.partition.CountersCursor;
import io.orrery.partition.Partition;
import io.orrery.partition.PartitionView;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.layout.Counters;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Finds where a partition can be divided, and takes it through the steps up to its fence.
///
/// The catalog's part, the intent before and the switch after, is [ControlPlane]'s.
final class Splitter {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final InstantSource clock;

  Splitter(InstantSource clock) {
    this.clock = clock;
  }

  /// The boundary between two logical partitions that comes nearest to halving the data; empty if a
  /// single position of the ring holds everything.
  Optional<EffectivePartitionKey> median(Partition partition) {
    try (PartitionView view = partition.view(clock.millis());
        CountersCursor keys = view.logicalPartitions(HashRange.FULL)) {
      return median(keys, view.state().counters().bytes());
    }
  }

  private static Optional<EffectivePartitionKey> median(CountersCursor keys, long total) {
    long left = 0;
    EffectivePartitionKey last = null;
    EffectivePartitionKey best = null;
    long bestDistance = Long.MAX_VALUE;
    while (keys.next()) {
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
    return Optional.ofNullable(best);
  }

  /// Ends the partition at the intended point. Fails with UNAVAILABLE if it is not ready for that.
  void fence(Partition partition, PartitionMap.SplitIntent intent) {
    require(partition, new Command.PrepareSplit(clock.millis(), intent.at()));
    Counters left = countLeft(partition, intent.at());
    require(
        partition,
        new Command.Split(
            clock.millis(), intent.at(), intent.leftOrdinal(), intent.rightOrdinal(), left));
  }

  /// Takes an announced split back.
  void cancel(Partition partition) {
    require(partition, new Command.CancelSplit(clock.millis()));
  }

  /// What lay left of the point when the split was prepared: what lies there now, less what came
  /// since.
  private Counters countLeft(Partition partition, EffectivePartitionKey at) {
    try (PartitionView view = partition.view(clock.millis())) {
      var split = view.state().split();
      if (split == null) {
        throw new IllegalStateException("a split that was just prepared is gone");
      }
      HashRange left = new HashRange(view.state().range().min(), at);
      Counters sum = Counters.ZERO;
      try (CountersCursor keys = view.logicalPartitions(left)) {
        while (keys.next()) {
          sum = sum.plus(keys.counters());
        }
      }
      return sum.minus(split.leftSince());
    }
  }

  private static void require(Partition partition, Command command) {
    Outcome outcome = partition.submit(command, PATIENCE);
    @Nullable String reason =
        switch (outcome) {
          case Outcome.Done _ -> null;
          case Outcome.Declined(String why) -> why;
          case Outcome.Moved _ -> "it was split already";
          case Outcome.Written _, Outcome.Refused _ ->
              throw new IllegalStateException("a write's outcome for " + command);
        };
    if (reason != null) {
      throw new OrreryException(
          ErrorCode.UNAVAILABLE,
          "The partition %s cannot be split now: %s.".formatted(partition.id(), reason));
    }
  }
}
