// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.Partition;
import java.time.Duration;

/// Waits until a partition has come as far as a session has seen.
final class SessionWait {
  /// Somebody who has seen more than there is would wait in vain.
  private static final long NANOS_MAX = Duration.ofMillis(100).toNanos();

  private SessionWait() {}

  static void await(Partition partition, long lsn, RunningCall call) {
    call.throwIfDone();
    long nanos = Math.min(NANOS_MAX, call.remaining().toNanos());
    boolean reached;
    try {
      reached = partition.awaitLsn(lsn, nanos);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw RunningCall.cancelled();
    }
    if (!reached) {
      call.throwIfDone();
      throw new OrreryException(
          ErrorCode.SESSION_NOT_AVAILABLE,
          "The session has seen LSN %d of partition %d, which is at %d here."
              .formatted(lsn, partition.id().ordinal(), partition.state().lsn()));
    }
  }
}
