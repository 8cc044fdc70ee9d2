// SPDX-License-Identifier: Apache-2.0
package io.orrery.api.mongo.session;

import io.orrery.api.mongo.command.MongoError;
import io.orrery.api.mongo.command.MongoFailure;
import io.orrery.api.mongo.command.WriteCommand.Retry;
import java.nio.ByteBuffer;
import java.util.LinkedHashMap;
import java.util.Map;

/// The numbers of the last retryable writes of sessions: one with a lower number is late. What is
/// forgotten is only this; that a write took place is known by its receipt.
public final class RetriedNumbers {
  private static final int SESSIONS_MAX = 10_000;

  /// By session, those not used for longest first. Guarded by this.
  private final Map<ByteBuffer, Long> highest = new LinkedHashMap<>(16, 0.75f, true);

  /// Fails with TRANSACTION_TOO_OLD if the session has sent a higher number.
  public synchronized void require(Retry retry) {
    ByteBuffer session = ByteBuffer.wrap(retry.session());
    long last = highest.getOrDefault(session, Long.MIN_VALUE);
    if (last > retry.number()) {
      throw new MongoFailure(
          MongoError.TRANSACTION_TOO_OLD,
          "Retryable write with txnNumber %d is prohibited on session because a newer retryable"
                  .formatted(retry.number())
              + " write with txnNumber %d has already started.".formatted(last));
    }
    highest.put(session, retry.number());
    if (highest.size() > SESSIONS_MAX) {
      highest.remove(highest.keySet().iterator().next());
    }
  }
}
