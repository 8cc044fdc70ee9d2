// SPDX-License-Identifier: Apache-2.0
package io.orrery.gateway;

import io.orrery.control.Route;
import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.partition.Partition;
import io.orrery.partition.throughput.RequestCharge;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/// What stands between a request and a partition: the budget, and the session.
final class Admission {
  private static final int SESSION_POLLS_MAX = 100;
  private static final long SESSION_POLL_NANOS = Duration.ofMillis(1).toNanos();

  private final GatewaySettings settings;

  Admission(GatewaySettings settings) {
    this.settings = settings;
  }

  /// Fails with TOO_MANY_REQUESTS, and how long to wait, if the partition has spent its share; with
  /// RANGE_GONE if the request is for another one.
  void admit(Route route, RequestContext context) {
    continued(route, context);
    if (!settings.throttling()) {
      return;
    }
    long waitMillis = route.bucket().admit(settings.nanos().getAsLong());
    if (waitMillis > 0) {
      route.meter().turnedAway();
      throw OrreryException.retryAfter(
          ErrorCode.TOO_MANY_REQUESTS,
          "The request rate is too large: the partition has used its request units.",
          waitMillis);
    }
  }

  /// A further step of a request that was let in. What its first step cost must not turn it away:
  /// who comes back after the time told would pay for that step again, and never get further.
  void continued(Route route, RequestContext context) {
    context.throwIfDone();
    context.requireFor(route);
  }

  /// As [#admit], for a read: which also has to see what its session has seen.
  void admitRead(Route route, RequestContext context) {
    admit(route, context);
    if (!context.required().isEmpty()) {
      awaitSession(route, context);
    }
  }

  private static void awaitSession(Route route, RequestContext context) {
    long required = context.required().required(route.ordinal(), route.parents());
    Partition partition = route.partition();
    for (int polls = 0; partition.state().lsn() < required; polls++) {
      if (partition.state().retired()) {
        return; // The read finds out, and asks the children.
      }
      if (polls == SESSION_POLLS_MAX) {
        throw new OrreryException(
            ErrorCode.SESSION_NOT_AVAILABLE,
            "The session has seen LSN %d of partition %d, which is at %d here."
                .formatted(required, route.ordinal(), partition.state().lsn()));
      }
      LockSupport.parkNanos(SESSION_POLL_NANOS);
      context.throwIfDone();
    }
  }

  /// Books what the partition did, and takes it from its budget.
  void spend(Route route, RequestCharge charge, SessionToken seen, RequestContext context) {
    context.book(charge, seen);
    route.meter().spent(charge, null);
    if (settings.throttling()) {
      route.bucket().spend(charge);
    }
  }
}
