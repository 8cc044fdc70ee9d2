// SPDX-License-Identifier: Apache-2.0
package io.orrery.partition.service;

import io.orrery.model.ErrorCode;
import io.orrery.model.OrreryException;
import io.orrery.model.container.ItemKey;
import io.orrery.model.container.RequestCharge;
import io.orrery.partition.service.PartitionRequest.Provision;
import io.orrery.partition.throughput.SpendingMeter;
import io.orrery.partition.throughput.TokenBucket;
import org.jspecify.annotations.Nullable;

/// Keeps a partition from serving more than was provisioned.
public final class Throttle {

  private record Source(TokenBucket bucket, boolean own) {}

  private final Buckets buckets;
  private final boolean enforced;
  private final SpendingMeter meter;
  private volatile Source source;

  Throttle(Buckets buckets, Provision provision, boolean enforced) {
    this.buckets = buckets;
    this.enforced = enforced;
    this.meter = new SpendingMeter(buckets::nanos);
    this.source = new Source(buckets.provide(provision, null, false), isOwn(provision));
  }

  /// Takes request units from another bucket, or from one that fills at another rate, from now on.
  void provision(Provision provision) {
    Source old = source;
    source = new Source(buckets.provide(provision, old.bucket(), old.own()), isOwn(provision));
  }

  private static boolean isOwn(Provision provision) {
    return provision.share() instanceof Provision.Share.Own;
  }

  /// Counts what was spent and turned away, whether or not that is enforced.
  SpendingMeter meter() {
    return meter;
  }

  TokenBucket bucket() {
    return source.bucket();
  }

  /// Fails with TOO_MANY_REQUESTS, and how long to wait, if the partition has spent its share.
  void admit() {
    if (!enforced) {
      return;
    }
    long waitMillis = source.bucket().admit(buckets.nanos());
    if (waitMillis > 0) {
      meter.turnedAway();
      throw OrreryException.retryAfter(
          ErrorCode.TOO_MANY_REQUESTS,
          "The request rate is too large: the partition has used its request units.",
          waitMillis);
    }
  }

  /// Counts a request that was let in, once for all of its steps.
  void served() {
    meter.served();
  }

  /// @param key any key of the logical partition that it is spent on; null if on several
  void spend(RequestCharge charge, @Nullable ItemKey key) {
    meter.spent(charge, key);
    if (enforced) {
      source.bucket().spend(charge);
    }
  }
}
