// SPDX-License-Identifier: Apache-2.0
package io.orrery.control;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.command.Command;
import io.orrery.partition.command.Outcome;
import io.orrery.partition.service.PartitionAnswer;
import io.orrery.partition.service.PartitionCall;
import io.orrery.partition.service.PartitionCall.Charging;
import io.orrery.partition.service.PartitionReply;
import io.orrery.partition.service.PartitionRequest;
import io.orrery.partition.service.PartitionService;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/// Asks partitions on behalf of control: free of charge, and again until somebody answers.
final class ControlCalls {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /// How long to wait for a leader.
  private static final long AGAIN_NANOS = Duration.ofMillis(2).toNanos();

  private final InstantSource clock;
  private final LongSupplier nanos;

  ControlCalls(InstantSource clock, LongSupplier nanos) {
    this.clock = clock;
    this.nanos = nanos;
  }

  PartitionAnswer.Description describe(PartitionService partition) {
    return ask(partition, new PartitionRequest.Describe(), PATIENCE);
  }

  Outcome submit(PartitionService partition, Command command, Duration patience) {
    return ask(partition, new PartitionRequest.Submit(command), patience).outcome();
  }

  <A extends PartitionAnswer> A ask(PartitionService partition, PartitionRequest<A> request) {
    return ask(partition, request, PATIENCE);
  }

  /// Fails with RANGE_GONE if the partition was split, with UNAVAILABLE if it has no leader.
  <A extends PartitionAnswer> A ask(
      PartitionService partition, PartitionRequest<A> request, Duration patience) {
    long end = nanos.getAsLong() + patience.toNanos();
    while (true) {
      long left = end - nanos.getAsLong();
      var call = new PartitionCall(0, left, clock.millis(), 0, Charging.FREE);
      switch (partition.ask(request, call)) {
        case PartitionReply.Answered<A>(A answer) -> {
          return answer;
        }
        case PartitionReply.Moved<A> _ -> requireServing(partition);
        case PartitionReply.NotLeader<A> _ -> {}
      }
      if (left <= 0) {
        throw new OrreryException(
            ErrorCode.UNAVAILABLE,
            "The partition %s has no leader; try again.".formatted(partition.id()));
      }
      LockSupport.parkNanos(Math.min(left, AGAIN_NANOS));
    }
  }

  private void requireServing(PartitionService partition) {
    if (describe(partition).retired()) {
      throw new OrreryException(
          ErrorCode.RANGE_GONE, "The partition %s was split.".formatted(partition.id()));
    }
  }
}
