// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.catalog.PartitionMap;
import io.orrery.model.container.Counters;
import io.orrery.model.key.EffectivePartitionKey;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionService;
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
  private final ControlCalls calls;

  Splitter(InstantSource clock, ControlCalls calls) {
    this.clock = clock;
    this.calls = calls;
  }

  /// The boundary between two logical partitions that comes nearest to halving the data; empty if a
  /// single position of the ring holds everything.
  Optional<EffectivePartitionKey> median(PartitionService partition) {
    return Optional.ofNullable(
        calls.ask(partition, new PartitionRequest.FindSplitPoint(), PATIENCE).at());
  }

  /// What lies left of a point.
  Counters left(PartitionService partition, EffectivePartitionKey at) {
    return calls.ask(partition, new PartitionRequest.CountLeft(at), PATIENCE).counters();
  }

  /// Ends the partition at the intended point. Fails with UNAVAILABLE if it is not ready for that.
  void fence(PartitionService partition, PartitionMap.SplitIntent intent) {
    require(partition, new Command.PrepareSplit(clock.millis(), intent.at()));
    Counters left = left(partition, intent.at());
    require(
        partition,
        new Command.Split(
            clock.millis(), intent.at(), intent.leftOrdinal(), intent.rightOrdinal(), left));
  }

  /// Takes an announced split back.
  void cancel(PartitionService partition) {
    require(partition, new Command.CancelSplit(clock.millis()));
  }

  private void require(PartitionService partition, Command command) {
    Outcome outcome = submit(partition, command);
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

  private Outcome submit(PartitionService partition, Command command) {
    try {
      return calls.submit(partition, command, PATIENCE);
    } catch (OrreryException e) {
      if (e.code() == ErrorCode.RANGE_GONE) {
        return new Outcome.Moved();
      }
      throw e;
    }
  }
}
